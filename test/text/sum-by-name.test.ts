import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sumByName } from '../../src/text/sum-by-name.ts';

describe('sumByName', () => {
  it('adds up names that read the same, leaves empty ones out, and sorts as English does', () => {
    const counts = [
      ['zoo', 1],
      ['Ärzte', 2],
      ['bank', 0],
      ['zoo', 3],
      ['Bank', 1],
    ] as const;
    assert.deepEqual(sumByName(counts), [
      { name: 'Ärzte', count: 2 },
      { name: 'Bank', count: 1 },
      { name: 'zoo', count: 4 },
    ]);
    assert.deepEqual(sumByName([]), []);
  });
});
