import { UnavailableError } from '../errors.ts';
import { RequestFailure } from './request-failure.ts';
import type { Timing } from './timing.ts';

export interface RetryPolicy {
  /** Tries in all. */
  readonly tries: number;
  readonly firstWaitMs: number;
  /** Longest wait; a `Retry-After` beyond it gives up at once. */
  readonly maxWaitMs: number;
}

/** For indexing: nobody is waiting, and giving up ends a whole run. */
export const PATIENT: RetryPolicy = { tries: 6, firstWaitMs: 1_000, maxWaitMs: 300_000 };
/** For a question: one more try for a kept-alive connection that the server had just closed. */
export const PROMPT: RetryPolicy = { tries: 2, firstWaitMs: 100, maxWaitMs: 500 };

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly timing: Timing;
  readonly signal: AbortSignal | undefined;
  /** Told before each wait. */
  readonly onWait: ((waitMs: number) => void) | undefined;
}

/**
 * Calls until it succeeds, fails for good, or the tries are used up (then `UnavailableError`). Only failures that say
 * `isTransient` are tried again. Ends at once when the signal aborts, also in the middle of a wait.
 */
export async function retry<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { policy, timing, signal } = options;
  for (let failures = 1; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RequestFailure) || !error.isTransient) throw error;
      const retryAfterMs = parseRetryAfter(error.retryAfter, timing.now());
      const waitMs = Math.max(planWait(failures, policy, timing.random()), retryAfterMs ?? 0);
      if (failures >= policy.tries || waitMs > policy.maxWaitMs) throw toUnavailable(error, retryAfterMs);
      options.onWait?.(waitMs);
      await timing.sleep(waitMs, signal);
    }
  }
}

/** Doubling waits, half fixed and half chance, so that several clients don't come back at the same moment. */
function planWait(failures: number, policy: RetryPolicy, random: number): number {
  const full = Math.min(policy.maxWaitMs, policy.firstWaitMs * 2 ** (failures - 1));
  return full / 2 + (full / 2) * random;
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3). */
function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** What people and callers get to see of a failure that trying again didn't cure. */
export function toUnavailable(failure: RequestFailure, retryAfterMs?: number): UnavailableError {
  return new UnavailableError('ollama', `${failure.message}. Is it running? Try again later.`, {
    cause: failure,
    ...(retryAfterMs !== undefined && { retryAfterS: Math.ceil(retryAfterMs / 1_000) }),
  });
}
