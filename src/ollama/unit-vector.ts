/** A vector of the same direction with length 1. Undefined when there is none: empty, all zero, or not all finite. */
export function toUnitVector(values: ArrayLike<number>): Float32Array | undefined {
  let squares = 0;
  // JSON has no NaN: some servers write null instead, which would count as 0.
  for (const value of Array.from(values)) squares += typeof value === 'number' ? value ** 2 : Number.NaN;
  const length = Math.sqrt(squares);
  if (!(length > 0 && Number.isFinite(length))) return undefined;
  return Float32Array.from(values, (value) => value / length);
}

/** The mean of vectors of one dimension, of length 1. Undefined when they cancel each other out. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array | undefined {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (const [index, value] of vector.entries()) sum[index] = (sum[index] ?? 0) + value;
  return toUnitVector(sum);
}
