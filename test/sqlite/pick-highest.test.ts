import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { pickHighest } from '../../src/sqlite/pick-highest.ts';

describe('pickHighest', () => {
  it('picks the indexes of the highest values, and of equals the last ones', () => {
    assert.deepEqual(pickHighest(Float32Array.of(0, 2, 1, 3, 1, 1), 4).sort(), [1, 3, 4, 5]);
  });

  it('picks no zeros, and no more than there are', () => {
    assert.deepEqual(pickHighest(Float32Array.of(0, 1, 0, 0), 3), [1]);
    assert.deepEqual(pickHighest(new Float32Array(0), 3), []);
    assert.deepEqual(pickHighest(Float32Array.of(1, 2), 0), []);
  });

  it('picks what sorting would', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 })), fc.nat({ max: 12 }), (values, most) => {
        const sorted = values
          .map((value, index) => ({ value, index }))
          .filter(({ value }) => value > 0)
          .sort((a, b) => b.value - a.value || b.index - a.index);
        const picked = pickHighest(Float32Array.from(values), most);
        assert.deepEqual(new Set(picked), new Set(sorted.slice(0, most).map(({ index }) => index)));
      }),
    );
  });
});
