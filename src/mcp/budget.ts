/** How long one call may still take, by any clock in milliseconds. */
export interface Budget {
  /** A whole number, never negative. */
  remainingMs(): number;
  isSpent(): boolean;
}

/** A budget that begins now. */
export function createBudget(totalMs: number, now: () => number): Budget {
  const end = now() + totalMs;
  const remainingMs = () => Math.max(0, Math.floor(end - now()));
  return { remainingMs, isSpent: () => remainingMs() === 0 };
}
