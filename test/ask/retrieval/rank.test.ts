import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type LegLists, type RankRules, rankCandidates } from '../../../src/ask/retrieval/rank.ts';
import type { Ranked } from '../../../src/model.ts';

const SLOTS: RankRules = { dense: 'slots', floor: 0 };
const FUSED: RankRules = { dense: 'fused', floor: 0 };
const NONE: LegLists = { stems: [], parts: [], dense: [], exact: [] };

describe('rankCandidates', () => {
  it('finds nothing where no leg does', () => {
    assert.deepEqual(rankCandidates(NONE, SLOTS), []);
  });

  it('puts first what both lexical legs have on top', () => {
    const order = idsOf(rankCandidates({ ...NONE, stems: rows(2, 1, 3), parts: rows(2, 3, 4) }, SLOTS));
    assert.deepEqual(order, ['2-0', '3-0', '1-0', '4-0']);
  });

  it('keeps the rank in every leg', () => {
    const [best] = rankCandidates({ ...NONE, stems: rows(1, 2), parts: rows(2), dense: rows(3, 2) }, SLOTS);
    assert.deepEqual(best?.legs, { stems: 2, parts: 1, dense: 2 });
  });

  it('puts passages with an identifier of the question first, as the stems leg orders them', () => {
    const order = idsOf(
      rankCandidates({ ...NONE, stems: rows(5, 1, 2), parts: rows(5, 3, 2, 1), exact: rows(2, 1) }, SLOTS),
    );
    assert.deepEqual(order.slice(0, 3), ['1-0', '2-0', '5-0']);
  });

  it('keeps an exact hit that the other legs have no room for', () => {
    assert.deepEqual(rankCandidates({ ...NONE, exact: rows(7) }, SLOTS), [
      { id: '7-0', documentId: 7, score: 0, legs: {} },
    ]);
  });

  it('never lets the dense leg move the first five', () => {
    const lexical = rows(1, 2, 3, 4, 5, 6, 7, 8);
    const order = idsOf(
      rankCandidates({ ...NONE, stems: lexical, parts: lexical, dense: rows(9, 8, 1, 10, 11) }, SLOTS),
    );
    assert.deepEqual(order, ['1-0', '2-0', '3-0', '4-0', '5-0', '9-0', '8-0', '10-0', '6-0', '7-0', '11-0']);
  });

  it('keeps the first five documents of the word search, however many passages of each there are', () => {
    const passage = fc.record({
      documentId: fc.integer({ min: 1, max: 12 }),
      position: fc.integer({ min: 0, max: 5 }),
    });
    const leg = fc.uniqueArray(passage.map(toRow), { selector: ({ id }) => id, maxLength: 40 });
    fc.assert(
      fc.property(leg, leg, leg, leg, (stems, parts, dense, exact) => {
        const alone = documentsOf(rankCandidates({ stems, parts, dense: [], exact }, SLOTS));
        const joined = documentsOf(rankCandidates({ stems, parts, dense, exact }, SLOTS));
        assert.deepEqual(joined.slice(0, Math.min(5, alone.length)), alone.slice(0, 5));
      }),
    );
  });

  it('has a place for the dense leg also where one document fills the word search', () => {
    const lexical = [0, 1, 2, 3, 4, 5, 6, 7].map((position) => toRow({ documentId: 1, position }));
    const order = idsOf(rankCandidates({ ...NONE, stems: lexical, dense: rows(9, 8, 7, 6) }, SLOTS));
    assert.deepEqual(order.slice(0, 8), ['1-0', '1-1', '1-2', '1-3', '1-4', '9-0', '8-0', '7-0']);
  });

  it('gives the dense leg the room that the lexical legs leave', () => {
    assert.deepEqual(idsOf(rankCandidates({ ...NONE, stems: rows(1), dense: rows(2, 3, 4, 5) }, SLOTS)), [
      '1-0',
      '2-0',
      '3-0',
      '4-0',
      '5-0',
    ]);
  });

  it('lets a fused dense leg put first what both lexical legs have further down', () => {
    const lexical = rows(1, 2, 3, 4);
    const order = idsOf(rankCandidates({ ...NONE, stems: lexical, parts: lexical, dense: rows(4, 9) }, FUSED));
    assert.deepEqual(order, ['4-0', '9-0', '1-0', '2-0', '3-0']);
  });

  it('keeps an identifier of the question first, however sure the fused dense leg is', () => {
    const order = idsOf(rankCandidates({ ...NONE, stems: rows(2, 1), dense: rows(3, 2), exact: rows(1) }, FUSED));
    assert.equal(order[0], '1-0');
  });

  it('scores a fused candidate by the weights of the legs that found it', () => {
    const [best] = rankCandidates({ ...NONE, stems: rows(1), parts: rows(1), dense: rows(1) }, FUSED);
    assert.equal(best?.score, 0.5 / 61 + 0.5 / 61 + 1.5 / 61);
  });

  it('drops what only the dense leg has below the floor', () => {
    const dense = [row(1, 0.9), row(2, 0.2), row(3, 0.1)];
    assert.deepEqual(idsOf(rankCandidates({ ...NONE, stems: rows(3), dense }, { ...SLOTS, floor: 0.25 })), [
      '3-0',
      '1-0',
    ]);
  });

  it('names every candidate once, and all that the lexical legs found', () => {
    const mode = fc.constantFrom('slots' as const, 'fused' as const);
    const leg = fc.uniqueArray(fc.integer({ min: 1, max: 30 })).map((ids) => rows(...ids));
    fc.assert(
      fc.property(leg, leg, leg, leg, mode, (stems, parts, dense, exact, mode) => {
        const order = idsOf(rankCandidates({ stems, parts, dense, exact }, { dense: mode, floor: 2 }));
        assert.equal(new Set(order).size, order.length);
        const lexical = new Set([...stems, ...parts, ...exact].map(({ id }) => id));
        assert.deepEqual(new Set(order), lexical);
      }),
    );
  });
});

function toRow({ documentId, position }: { readonly documentId: number; readonly position: number }): Ranked {
  return { id: `${documentId}-${position}`, documentId, score: 1 };
}

function documentsOf(candidates: readonly { readonly documentId: number }[]): number[] {
  return [...new Set(candidates.map(({ documentId }) => documentId))];
}

function rows(...documents: readonly number[]): Ranked[] {
  return documents.map((id, index) => row(id, 1 - index / 100));
}

function row(documentId: number, score: number): Ranked {
  return { id: `${documentId}-0`, documentId, score };
}

function idsOf(candidates: readonly { readonly id: string }[]): string[] {
  return candidates.map(({ id }) => id);
}
