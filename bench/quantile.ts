/** The `share` quantile of some numbers, of which there is at least one: p50 with 0.5, the largest with 1. */
export function toQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  // Safe: not empty, and the index is at most the last one.
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] as number;
}
