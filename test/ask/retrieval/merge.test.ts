import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mergeNeighbours } from '../../../src/ask/retrieval/merge.ts';
import type { Hit, PassageKind } from '../../../src/model.ts';

const TEXT = 'The rent is 935 EUR a month. Heating costs 210 EUR. The carport costs 35 EUR.';

describe('mergeNeighbours', () => {
  it('joins neighbours without their overlap and keeps id, score and ranks of the better one', () => {
    const [merged, ...rest] = mergeNeighbours([hit(1, 20, 60, { score: 0.9 }), hit(0, 0, 30, { score: 0.5 })]);
    assert.deepEqual(rest, []);
    assert.equal(merged?.passage.text, TEXT.slice(0, 60));
    assert.deepEqual([merged?.passage.start, merged?.passage.end], [0, 60]);
    assert.deepEqual([merged?.passage.id, merged?.score], ['1-1', 0.9]);
  });

  it('puts a line break where blanks were between the passages', () => {
    const [merged] = mergeNeighbours([hit(0, 0, 28), hit(1, 29, 50)]);
    assert.equal(merged?.passage.text, 'The rent is 935 EUR a month.\nHeating costs 210 EUR');
  });

  it('joins a run of three where its best part stands', () => {
    const other = hit(0, 0, 10, { document: 2 });
    const merged = mergeNeighbours([other, hit(2, 40, 70), hit(0, 0, 30), hit(1, 20, 50)]);
    assert.deepEqual(
      merged.map(({ passage }) => [passage.id, passage.text]),
      [
        ['2-0', TEXT.slice(0, 10)],
        ['1-2', TEXT.slice(0, 70)],
      ],
    );
  });

  it('leaves apart what has a passage between, another document, and notes', () => {
    // Each but for one thing the neighbour of the one before.
    const hits = [
      hit(0, 0, 10),
      hit(2, 10, 20),
      hit(3, 20, 30, { document: 2 }),
      hit(4, 30, 40, { document: 2, kind: 'note' }),
      hit(5, 40, 50, { document: 2 }),
      hit(6, 45, 50, { document: 2 }),
    ];
    assert.deepEqual(mergeNeighbours(hits), hits);
  });

  it('gives a document back whole when all its passages are hits, in whatever order', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: TEXT.length - 1 }), { maxLength: 6 });
    const withOrder = cuts.chain((ends) => {
      const bounds = [0, ...ends.sort((a, b) => a - b), TEXT.length];
      const hits = bounds.slice(1).map((end, index) => hit(index, Math.max(0, (bounds[index] ?? 0) - 5), end));
      return fc.shuffledSubarray(hits, { minLength: hits.length });
    });
    fc.assert(
      fc.property(withOrder, (hits) => {
        assert.deepEqual(
          mergeNeighbours(hits).map(({ passage }) => passage.text),
          [TEXT],
        );
      }),
    );
  });
});

function hit(
  position: number,
  start: number,
  end: number,
  options: { score?: number; document?: number; kind?: PassageKind } = {},
): Hit {
  const { score = 1, document = 1, kind = 'body' } = options;
  return {
    passage: {
      id: `${document}-${position}`,
      documentId: document,
      position,
      kind,
      start,
      end,
      text: TEXT.slice(start, end),
      title: 'Lease',
      created: undefined,
      correspondent: undefined,
      documentType: undefined,
      tags: [],
    },
    score,
    legs: {},
  };
}
