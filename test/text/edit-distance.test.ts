import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isWithin } from '../../src/text/edit-distance.ts';

/** The definition, without bounds: optimal string alignment. */
function measure(a: string, b: string): number {
  const at = (row: number, column: number): number => {
    if (row === 0 || column === 0) return row + column;
    const same = a[row - 1] === b[column - 1];
    const swap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
    return Math.min(
      at(row - 1, column) + 1,
      at(row, column - 1) + 1,
      at(row - 1, column - 1) + (same ? 0 : 1),
      swap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
    );
  };
  return at(a.length, b.length);
}

describe('an edit distance', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['ingeneur', 'ingenieur', 1],
    ['haubtuntersuchung', 'hauptuntersuchung', 1],
    ['treatmnet', 'treatment', 1],
    ['mcuh', 'much', 1],
    ['kuendigung', 'kundigung', 1],
    ['ca', 'abc', 3],
    ['', 'ab', 2],
    ['strom', 'strom', 0],
  ];
  for (const [a, b, distance] of cases)
    it(`of ${distance} lies between "${a}" and "${b}"`, () => {
      assert.ok(isWithin(a, b, distance) && isWithin(b, a, distance));
      assert.ok(!isWithin(a, b, distance - 1));
    });

  it('is what the definition says, for any words and any bound', () => {
    const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, max) => {
        assert.equal(isWithin(a, b, max), measure(a, b) <= max);
      }),
    );
  });
});
