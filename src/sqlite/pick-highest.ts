/**
 * The indexes of the `most` highest of `values`, in no particular order; of equals at the end the last ones. Zeros and what is
 * below are not picked. Meant for many values of which few are different.
 */
export function pickHighest({ buffer, byteOffset, length }: Float32Array, most: number): number[] {
  // Positive numbers are ordered like the integers of the same bits, which are counted in half the time.
  const values = new Int32Array(buffer, byteOffset, length);
  const counts = new Map<number, number>();
  for (const value of values) if (value > 0) counts.set(value, (counts.get(value) ?? 0) + 1);
  let least = Number.POSITIVE_INFINITY;
  let left = most;
  // How many of the least value there is room for.
  let equals = 0;
  for (const [value, count] of [...counts].sort(([a], [b]) => b - a)) {
    if (left <= 0) break;
    [least, equals] = [value, left];
    left -= count;
  }
  const picked: number[] = [];
  for (let index = values.length - 1; index >= 0; index -= 1) {
    const value = values[index] ?? 0;
    if (value > least || (value === least && equals > 0)) picked.push(index);
    if (value === least) equals -= 1;
  }
  return picked;
}
