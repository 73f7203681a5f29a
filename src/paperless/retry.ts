/** How often a request is tried before the caller hears of it. */
export interface RetryPolicy {
  /** Tries in all when Paperless answers 5xx, not at all, too slowly, or with a cut body. */
  readonly tries: number;
  /** Tries in all when it answers 429. */
  readonly throttledTries: number;
  readonly firstWaitMs: number;
  /** Longest single wait, whatever `Retry-After` asks for. */
  readonly maxWaitMs: number;
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
 * Half of an exponentially growing wait is fixed, half is chance ("equal jitter",
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/); `Retry-After` is a lower bound up to the cap.
 */
export function planWait(failures: readonly Failure[], policy: RetryPolicy, random: () => number): number | undefined {
  const last = failures.at(-1);
  if (last === undefined || last.kind === 'never') return undefined;
  const same = failures.filter(({ kind }) => kind === last.kind).length;
  if (same >= (last.kind === 'throttled' ? policy.throttledTries : policy.tries)) return undefined;
  const full = Math.min(policy.maxWaitMs, policy.firstWaitMs * 2 ** (failures.length - 1));
  const jittered = full / 2 + (full / 2) * random();
  return Math.min(policy.maxWaitMs, Math.max(jittered, last.retryAfterMs ?? 0));
}

/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3). Undefined when absent or unreadable. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
