import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fuse } from '../../src/text/fuse.ts';

const anyList = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });

test('what several lists agree on comes before the first of one list', () => {
  const fused = fuse([
    ['a', 'b'],
    ['c', 'b'],
  ]);
  assert.deepEqual(
    fused.map(({ id }) => id),
    ['b', 'a', 'c'],
  );
  assert.equal(fused[0]?.score, 2 / 62);
});

test('a list counts as much as its weight says', () => {
  const lists = [['a'], ['b'], ['c']];
  const fused = fuse(lists, [0.5, 0.5, 1.5]);
  assert.deepEqual(
    fused.map(({ id }) => id),
    ['c', 'a', 'b'],
  );
  assert.equal(fused[0]?.score, 1.5 / 61);
});

test('no lists give no hits', () => {
  assert.deepEqual(fuse([]), []);
  assert.deepEqual(fuse([[]]), []);
});

test('fusion does not depend on the order of the lists', () => {
  fc.assert(
    fc.property(fc.array(anyList, { maxLength: 5 }), (lists) => {
      assert.deepEqual(fuse(lists), fuse(lists.toReversed()));
    }),
  );
});

test('every id of every list comes back once, best first', () => {
  fc.assert(
    fc.property(fc.array(anyList, { maxLength: 5 }), (lists) => {
      const fused = fuse(lists);
      assert.deepEqual(new Set(fused.map(({ id }) => id)), new Set(lists.flat()));
      assert.deepEqual(
        fused,
        fused.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)),
      );
    }),
  );
});
