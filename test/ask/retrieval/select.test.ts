import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Candidate } from '../../../src/ask/retrieval/rank.ts';
import { selectCandidates } from '../../../src/ask/retrieval/select.ts';

describe('selectCandidates', () => {
  it('takes at most four passages of one document', () => {
    const candidates = [...passagesOf(1, 6), ...passagesOf(2, 6)];
    const selected = selectCandidates(candidates, 8, Number.POSITIVE_INFINITY);
    assert.deepEqual(countByDocument(selected), { 1: 4, 2: 4 });
  });

  it('keeps the order', () => {
    const candidates = [...passagesOf(2, 1), ...passagesOf(1, 2), ...passagesOf(3, 1)];
    assert.deepEqual(selectCandidates(candidates, 3, 3), candidates.slice(0, 3));
  });

  it('takes more of one document when the filter leaves too few documents', () => {
    const candidates = [...passagesOf(1, 10), ...passagesOf(2, 10)];
    assert.deepEqual(countByDocument(selectCandidates(candidates, 12, 2)), { 1: 10, 2: 2 });
    assert.deepEqual(countByDocument(selectCandidates(candidates, 12, 3)), { 1: 4, 2: 4 });
  });

  it('takes nothing of nothing', () => {
    assert.deepEqual(selectCandidates([], 8, 0), []);
  });
});

function passagesOf(documentId: number, count: number): Candidate[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${documentId}-${index}`,
    documentId,
    score: 1,
    legs: {},
  }));
}

function countByDocument(candidates: readonly Candidate[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { documentId } of candidates) counts[documentId] = (counts[documentId] ?? 0) + 1;
  return counts;
}
