/** How long a client waits between two tries. */
export interface WaitBounds {
  readonly firstWaitMs: number;
  /** Longest single wait. */
  readonly maxWaitMs: number;
}

/**
 * Milliseconds to wait after so many `failures` (from 1): doubling up to the cap, half fixed and half chance, so that
 * several clients don't come back at the same moment ("equal jitter",
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/). `random` from 0 to 1.
 */
export function planGrowingWait(failures: number, { firstWaitMs, maxWaitMs }: WaitBounds, random: number): number {
  const full = Math.min(maxWaitMs, firstWaitMs * 2 ** (failures - 1));
  return full / 2 + (full / 2) * random;
}
