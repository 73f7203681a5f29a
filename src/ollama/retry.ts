import { UnavailableError } from '../errors.ts';
import { planGrowingWait, type WaitBounds } from '../http/growing-wait.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import type { Waits } from '../http/waits.ts';
import { describeRefusal } from './describe-refusal.ts';
import { RequestFailure } from './request-failure.ts';

/** Unlike Paperless, a `Retry-After` beyond the longest wait gives up at once. */
export interface RetryPolicy extends WaitBounds {
  /** Tries in all. */
  readonly tries: number;
}

/** For indexing: nobody is waiting, and giving up ends a whole run. */
export const PATIENT: RetryPolicy = { tries: 6, firstWaitMs: 1_000, maxWaitMs: 300_000 };
/** For a question: one more try for a kept-alive connection that the server had just closed. */
export const PROMPT: RetryPolicy = { tries: 2, firstWaitMs: 100, maxWaitMs: 500 };

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly waits: Pick<Waits, 'now' | 'random' | 'sleep'>;
  readonly signal: AbortSignal | undefined;
  /** Told before each wait. */
  readonly onWait: ((waitMs: number) => void) | undefined;
}

/**
 * Calls until it succeeds, fails for good, or the tries are used up (then `UnavailableError`). Only failures that say
 * `isTransient` are tried again. Ends at once when the signal aborts, also in the middle of a wait.
 */
export async function retry<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { policy, waits, signal } = options;
  for (let failures = 1; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RequestFailure) || !error.isTransient) throw error;
      const retryAfterMs = parseRetryAfter(error.retryAfter, waits.now());
      const waitMs = Math.max(planGrowingWait(failures, policy, waits.random()), retryAfterMs ?? 0);
      if (failures >= policy.tries || waitMs > policy.maxWaitMs) throw toUnavailable(error, retryAfterMs);
      options.onWait?.(waitMs);
      await waits.sleep(waitMs, signal);
    }
  }
}

/** What people and callers get to see of a failure that trying again didn't cure. */
export function toUnavailable(failure: RequestFailure, retryAfterMs?: number): UnavailableError {
  // Without a status the message is ours and names the host.
  const isOurs = failure.status === undefined || failure.isForeign;
  const what = isOurs ? failure.message : `Ollama did not answer (${describeRefusal(failure)})`;
  const where = failure.setting === undefined ? '' : `, and is ${failure.setting} right`;
  return new UnavailableError('ollama', `${what}. Is it running${where}? Try again later.`, {
    cause: failure,
    ...(retryAfterMs !== undefined && { retryAfterS: Math.ceil(retryAfterMs / 1_000) }),
  });
}
