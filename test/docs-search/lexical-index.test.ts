import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { buildLexicalIndex } from '../../src/docs-search/lexical-index.ts';
import { TermNumbers } from '../../src/docs-search/term-numbers.ts';

const WORDS = ['backup', 'restore', 'timer', 'zebra', 'index', 'cursor'];

describe('buildLexicalIndex', () => {
  it('scores as the formula of BM25 says', () => {
    const documents = fc.array(
      fc.array(fc.array(fc.constantFrom(...WORDS), { minLength: 1 }), { minLength: 1, maxLength: 4 }),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(documents, fc.subarray(WORDS, { minLength: 1 }), (texts, query) => {
        const numbers = new TermNumbers();
        const index = buildLexicalIndex(
          numbers,
          texts.map((passages) => numbers.analyze(passages.map((words) => words.join(' ')))),
        );
        const stems = query.map((word) => toStem(word));
        const found = index.search(
          stems.map((stem) => [stem]),
          100,
        );
        const expected = scoreAll(
          texts.flat().map((words) => words.map(toStem)),
          stems,
        );
        assert.equal(found.length, expected.filter((score) => score > 0).length);
        for (const { passage, score } of found) assert.ok(Math.abs(score - (expected[passage] ?? 0)) < 1e-9);
        assert.deepEqual(
          found.map(({ score }) => score),
          found.map(({ score }) => score).toSorted((a, b) => b - a),
        );
      }),
    );
  });

  it('finds nothing for words it has never seen, and in an empty folder', () => {
    const numbers = new TermNumbers();
    const index = buildLexicalIndex(numbers, [numbers.analyze(['backup every night'])]);
    assert.deepEqual(index.search([['qwertz']], 5), []);
    assert.deepEqual(buildLexicalIndex(new TermNumbers(), []).search([['backup']], 5), []);
  });

  it('counts the spellings of one word once', () => {
    const numbers = new TermNumbers();
    const index = buildLexicalIndex(numbers, [numbers.analyze(['timer timers timing', 'zebra'])]);
    const [single] = index.search([['timer']], 1);
    const [double] = index.search([['timer', 'timer']], 1);
    assert.deepEqual(single, double);
  });
});

function toStem(word: string): string {
  // The only term of a text of one word.
  const numbers = new TermNumbers();
  numbers.analyze([word]);
  return [word, word.slice(0, -1), `${word.slice(0, -1)}i`].find((term) => numbers.find(term) !== undefined) ?? word;
}

function scoreAll(passages: readonly (readonly string[])[], query: readonly string[]): number[] {
  const average = passages.reduce((sum, words) => sum + words.length, 0) / passages.length;
  return passages.map((words) =>
    query.reduce((sum, term) => {
      const holders = passages.filter((other) => other.includes(term)).length;
      const count = words.filter((word) => word === term).length;
      const idf = Math.log(1 + (passages.length - holders + 0.5) / (holders + 0.5));
      return sum + (idf * count * 2.5) / (count + 1.5 * (0.25 + (0.75 * words.length) / average));
    }, 0),
  );
}
