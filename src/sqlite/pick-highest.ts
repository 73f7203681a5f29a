/** Positive floats have the order of their bits: the upper half of these is enough to tell nearly all apart. */
const BUCKET_BITS = 16;

/**
 * The indexes of the `most` highest of `values`, in no particular order; of equals at the end the last ones. Zeros and what is
 * below are not picked.
 */
export function pickHighest({ buffer, byteOffset, length }: Float32Array, most: number): number[] {
  const values = new Int32Array(buffer, byteOffset, length);
  const counts = new Uint32Array(2 ** (31 - BUCKET_BITS));
  for (const value of values) if (value > 0) counts[value >> BUCKET_BITS] = (counts[value >> BUCKET_BITS] ?? 0) + 1;
  let left = most;
  let last = counts.length;
  while (last > 0 && left > 0) {
    last -= 1;
    left -= counts[last] ?? 0;
  }
  // All above the last bucket are picked, and of that one as many as there is room for.
  const picked: number[] = [];
  const rest: number[] = [];
  for (let index = values.length - 1; index >= 0; index -= 1) {
    const value = values[index] ?? 0;
    if (value <= 0) continue;
    const bucket = value >> BUCKET_BITS;
    if (bucket > last) picked.push(index);
    else if (bucket === last) rest.push(index);
  }
  rest.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || b - a);
  return [...picked, ...rest.slice(0, most - picked.length)];
}
