import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TermLog } from '../../../src/docs-search/lexical/term-log.ts';
import { TermNumbers } from '../../../src/docs-search/lexical/term-numbers.ts';
import { toSearchedText } from '../../../src/docs-search/split-passages.ts';
import { analyzeText } from '../../../src/text/analyze.ts';

const words = fc.constantFrom(
  ...[
    'the',
    'and',
    'der',
    'und',
    'para',
    'los',
    'Rechnungen',
    'bills',
    'facturas',
    'RE-2024-00817',
    '漢字',
    'über',
    '12',
    'the',
  ],
);
const between = fc.constantFrom(
  ' ',
  '\n',
  '–',
  '…',
  '“',
  '€',
  '½',
  '™',
  '²',
  '\u0301',
  '\u00a0',
  'ß',
  'Σ',
  'İ',
  '.',
  '-',
);
const names = fc.array(fc.oneof(words, fc.string({ unit: 'grapheme' })), { maxLength: 2 });
const texts = fc.oneof(
  fc.array(fc.tuple(words, between), { maxLength: 40 }).map((list) => list.flat().join('')),
  fc.constantFrom('x'.repeat(200), 'ü'.repeat(200), `${'漢字'.repeat(80)} a`, '1'.repeat(70), 'so '.repeat(300)),
  fc.array(words, { maxLength: 40 }).map((list) => list.join(' ')),
  fc.string({ unit: 'grapheme' }),
);

describe('TermNumbers', () => {
  it('counts the very terms that the analyzer makes, in whatever order the texts come', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, texts), { maxLength: 8 }), (all) => {
        const numbers = new TermNumbers();
        for (const [headings, text] of all) {
          const log = new TermLog();
          const whole = { start: 0, end: text.length, headings };
          const { lengths, sizes } = numbers.analyze({ names: ['guide', 'RE-2024-00817'], text }, [whole], log);
          const terms = analyzeText(toSearchedText(['guide', 'RE-2024-00817'], text, whole));
          const expected = Map.groupBy(terms, (term) => numbers.find(term));
          assert.deepEqual([...lengths], [terms.length]);
          assert.deepEqual([...sizes], [expected.size]);
          assert.equal(log.size, expected.size);
          for (let at = 0; at < log.size; at += 1)
            assert.equal(log.count(at), Math.min(255, expected.get(log.term(at))?.length ?? 0));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives an identifier to the passage it begins in, and to no other', () => {
    const numbers = new TermNumbers();
    const text = 'paid RE-2024-00817 today\nand RE-2024-00818 later';
    const log = new TermLog();
    const passages = [
      { start: 0, end: 24, headings: [] },
      { start: 25, end: text.length, headings: [] },
    ];
    const { sizes } = numbers.analyze({ names: [], text }, passages, log);
    const terms = Array.from({ length: log.size }, (_, at) => log.term(at));
    const place = (term: string) => terms.indexOf(numbers.find(term) ?? -1);
    assert.ok(place('#re202400817') >= 0 && place('#re202400817') < (sizes[0] ?? 0));
    assert.ok(place('#re202400818') >= (sizes[0] ?? 0));
  });

  it('keeps words apart whose letters only differ in number, and finds them all again among very many', () => {
    const numbers = new TermNumbers();
    const all = Array.from({ length: 30_000 }, (_, number) => `w${number.toString(36)}q`);
    const text = all.join(' ');
    const log = new TermLog();
    numbers.analyze({ names: [], text }, [{ start: 0, end: text.length, headings: [] }], log);
    const logged = new Set(Array.from({ length: log.size }, (_, at) => log.term(at)));
    assert.ok(log.size >= all.length);
    assert.deepEqual([logged.size, log.count(log.size - 1)], [log.size, 1]);
    assert.equal(new Set(all.map((word) => numbers.find(word))).size, all.length);
  });
});
