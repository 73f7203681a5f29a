import { planGrowingWait, type WaitBounds } from '../http/growing-wait.ts';

/** How often a request is tried before the caller hears of it. No wait is longer than its cap, whatever `Retry-After` says. */
export interface RetryPolicy extends WaitBounds {
  /** Tries in all when Paperless answers 5xx, not at all, too slowly, or with a cut body. */
  readonly tries: number;
  /** Tries in all when it answers 429. */
  readonly throttledTries: number;
}

/** For indexing: nobody is waiting, and giving up costs a whole run. */
export const PATIENT: RetryPolicy = { tries: 5, throttledTries: 8, firstWaitMs: 500, maxWaitMs: 60_000 };

/** For questions and tools: somebody is waiting. */
export const PROMPT: RetryPolicy = { tries: 2, throttledTries: 2, firstWaitMs: 200, maxWaitMs: 2_000 };

/** What one failed try says about trying again. */
export interface Failure {
  /** `never`: the same answer would come again. `throttled`: nothing was done (429). `broken`: it may have been done. */
  readonly kind: 'never' | 'throttled' | 'broken';
  readonly error: Error;
  readonly retryAfterMs?: number | undefined;
}

export type Outcome<T> = { readonly value: T } | Failure;

/**
 * Milliseconds to wait before the next try, undefined to give up. `failures` are all so far, the newest last.
 * `Retry-After` is a lower bound up to the cap.
 */
export function planWait(failures: readonly Failure[], policy: RetryPolicy, random: () => number): number | undefined {
  const last = failures.at(-1);
  if (last === undefined || last.kind === 'never') return undefined;
  const same = failures.filter(({ kind }) => kind === last.kind).length;
  if (same >= (last.kind === 'throttled' ? policy.throttledTries : policy.tries)) return undefined;
  const waitMs = planGrowingWait(failures.length, policy, random());
  return Math.min(policy.maxWaitMs, Math.max(waitMs, last.retryAfterMs ?? 0));
}
