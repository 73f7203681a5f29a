import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { TermNumbers } from '../../src/docs-search/term-numbers.ts';
import { analyzeText } from '../../src/text/analyze.ts';

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
const texts = fc.oneof(
  fc.array(words, { maxLength: 40 }).map((list) => list.join(' ')),
  fc.string({ unit: 'grapheme' }),
);

describe('TermNumbers', () => {
  it('counts the very terms that the analyzer makes, in whatever order the texts come', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 8 }), (all) => {
        const numbers = new TermNumbers();
        const { lengths, offsets, terms, counts } = numbers.analyze(all);
        for (const [index, text] of all.entries()) {
          const expected = Map.groupBy(analyzeText(text), (term) => numbers.find(term));
          const found = new Map<number, number>();
          for (let at = offsets[index] ?? 0; at < (offsets[index + 1] ?? 0); at += 1)
            found.set(terms[at] ?? -1, counts[at] ?? 0);
          assert.deepEqual(found, new Map([...expected].map(([number, list]) => [number, list.length])));
          assert.equal(lengths[index], analyzeText(text).length);
        }
      }),
    );
  });
});
