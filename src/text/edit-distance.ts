/**
 * Whether `a` becomes `b` by at most `max` insertions, deletions, replacements and swaps of neighbours (optimal string
 * alignment: no piece is edited twice). Compares UTF-16 code units; stops as soon as the answer is known.
 */
export function isWithin(a: string, b: string, max: number): boolean {
  if (Math.abs(a.length - b.length) > max) return false;
  if (a === b) return max >= 0;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY;
      const distance = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped);
      current.push(distance);
      least = Math.min(least, distance);
    }
    // Distances only grow downwards, apart from a swap, which reaches back one row more.
    if (least > max && Math.min(...last) > max) return false;
    before = last;
    last = current;
  }
  return at(last, b.length) <= max;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
