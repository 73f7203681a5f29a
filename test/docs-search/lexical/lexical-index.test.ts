import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { stemmer } from 'stemmer';
import { createLexicalIndex, type LexicalIndex } from '../../../src/docs-search/lexical/lexical-index.ts';
import { mergePostings, NO_POSTINGS } from '../../../src/docs-search/lexical/postings.ts';
import { TermLog } from '../../../src/docs-search/lexical/term-log.ts';
import { type PassageTerms, TermNumbers } from '../../../src/docs-search/lexical/term-numbers.ts';
import type { Passage } from '../../../src/docs-search/split-passages.ts';

const WORDS = ['backup', 'restore', 'timer', 'zebra', 'index', 'cursor'];

describe('createLexicalIndex', () => {
  it('scores as the formula of BM25 says, whether built at once or document by document', async () => {
    const documents = fc.array(
      fc.array(fc.array(fc.constantFrom(...WORDS), { minLength: 1 }), { minLength: 1, maxLength: 4 }),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(documents, fc.subarray(WORDS, { minLength: 1 }), fc.nat(3), async (texts, query, steps) => {
        const index = await buildIndex(
          texts.map((passages) => passages.map((words) => words.join(' '))),
          steps,
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

  it('finds nothing for words it has never seen, and in an empty folder', async () => {
    const index = await buildIndex([['backup every night']]);
    assert.deepEqual(index.search([['qwertz']], 5), []);
    assert.deepEqual((await buildIndex([])).search([['backup']], 5), []);
  });

  it('counts the spellings of one word once', async () => {
    const index = await buildIndex([['timer timers timing', 'zebra']]);
    const [single] = index.search([['timer']], 1);
    const [double] = index.search([['timer', 'timer']], 1);
    assert.deepEqual(single, double);
  });
});

/** The first documents at once, the last `steps` one by one. */
async function buildIndex(documents: readonly (readonly string[])[], steps = 0): Promise<LexicalIndex> {
  const numbers = new TermNumbers();
  const analyze = (passages: readonly string[], log: TermLog): PassageTerms =>
    numbers.analyze({ names: [], text: passages.join('\n') }, cutLines(passages), log);
  const atOnce = Math.max(0, documents.length - steps);
  const first = new TermLog();
  const terms = documents.slice(0, atOnce).map((passages) => analyze(passages, first));
  let postings = await mergePostings(NO_POSTINGS, terms, first, numbers.size, () => undefined);
  for (const passages of documents.slice(atOnce)) {
    const log = new TermLog();
    const kept = { first: 0, count: postings.lengths.length };
    postings = await mergePostings(postings, [kept, analyze(passages, log)], log, numbers.size, () => undefined);
  }
  return createLexicalIndex(numbers, postings);
}

function cutLines(lines: readonly string[]): Passage[] {
  let start = 0;
  return lines.map((line) => {
    const passage = { start, end: start + line.length, headings: [] };
    start += line.length + 1;
    return passage;
  });
}

function toStem(word: string): string {
  return stemmer(word);
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
