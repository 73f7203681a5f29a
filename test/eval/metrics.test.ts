import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { intervalOfMean, mean, recallAt, scoreRanking } from './metrics.ts';

describe('metrics', () => {
  it('scores a perfect ranking with 1 throughout', () => {
    assert.deepEqual(scoreRanking([7, 8, 1], [8, 7]), { r1: 1, r5: 1, r8: 1, mrr: 1, ndcg: 1 });
  });

  it('scores a ranking without a gold document with 0 throughout', () => {
    assert.deepEqual(scoreRanking([1, 2], [3]), { r1: 0, r5: 0, r8: 0, mrr: 0, ndcg: 0 });
  });

  it('counts recall over as many gold documents as there is room for', () => {
    assert.equal(recallAt(1, [3, 1], [1, 2, 3]), 1);
    assert.equal(recallAt(5, [3, 9, 9, 9, 9, 1], [1, 3]), 0.5);
  });

  it('discounts a late hit', () => {
    const { mrr, ndcg } = scoreRanking([1, 2, 3], [3]);
    assert.deepEqual([mrr, ndcg], [1 / 3, 0.5]);
  });

  it('gives the same interval each time, around the mean', () => {
    const values = Array.from({ length: 100 }, (_, index) => (index % 4 === 0 ? 0 : 1));
    const [low, high] = intervalOfMean(values);
    assert.deepEqual(intervalOfMean(values), [low, high]);
    assert.ok(low < mean(values) && mean(values) < high && high - low < 0.2);
  });

  it('has no mean of nothing but 0', () => {
    assert.equal(mean([]), 0);
  });
});
