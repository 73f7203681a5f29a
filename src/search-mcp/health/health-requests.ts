import { isAbort, UnavailableError } from '../../errors.ts';
import { parseRetryAfter } from '../../http/retry-after.ts';
import type { Waits } from '../../http/waits.ts';
import type { Budget } from '../../mcp/budget.ts';
import type { PaperlessClient } from '../../paperless/client.ts';
import type { PaperlessAnswer, PaperlessRequest } from '../../paperless/exchange.ts';
import { type Failure, planWait, type RetryPolicy } from '../../paperless/retry.ts';

/** How a request of the health check ended. `mayHaveSaved`: a write may have changed Paperless, answer or not. */
export type Reply =
  | { readonly kind: 'answer'; readonly answer: PaperlessAnswer; readonly mayHaveSaved: boolean }
  | { readonly kind: 'failed'; readonly error: Error; readonly mayHaveSaved: boolean }
  | { readonly kind: 'out_of_budget'; readonly mayHaveSaved: boolean };

export interface HealthRequestDeps {
  readonly client: Pick<PaperlessClient, 'request'>;
  readonly waits: Waits;
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

/** A PATCH takes 45 s while another process holds the index. */
const TIMEOUT_MS = 60_000;

const READS: RetryPolicy = { tries: 2, throttledTries: 6, firstWaitMs: 500, maxWaitMs: 60_000 };
const WRITES: RetryPolicy = { ...READS, tries: 3 };

/** The client's own retries know no budget. */
const ONCE: RetryPolicy = { ...READS, tries: 1, throttledTries: 1 };

/**
 * Sends one request of a call until it is answered, tried often enough, or the budget would be over. `isAnswer`: statuses
 * other than 2xx that are no failure. Rejects only with an `AbortError`; after that nothing more is sent.
 */
export async function sendWithin(
  request: PaperlessRequest,
  isAnswer: (status: number) => boolean,
  deps: HealthRequestDeps,
): Promise<Reply> {
  const { client, waits, budget, signal } = deps;
  const isWrite = request.method === 'PATCH';
  const failures: Failure[] = [];
  let mayHaveSaved = false;
  for (;;) {
    if (signal.aborted) throw new DOMException('The call was cancelled.', 'AbortError');
    if (budget.isSpent()) return { kind: 'out_of_budget', mayHaveSaved };
    const timeoutMs = Math.min(TIMEOUT_MS, budget.remainingMs());
    const tried = await tryOnce({ ...request, timeoutMs }, isAnswer, client, signal);
    mayHaveSaved ||= isWrite && (tried instanceof Error ? tried instanceof UnavailableError : tried.status < 300);
    const failure = toFailure(tried, waits);
    if (failure !== undefined) failures.push(failure);
    const waitMs =
      failure === undefined ? undefined : planWait(failures, isWrite ? WRITES : READS, () => waits.random());
    // A request that was cut by the budget looks like a slow Paperless.
    if (failure !== undefined && (waitMs ?? 0) >= budget.remainingMs()) return { kind: 'out_of_budget', mayHaveSaved };
    if (waitMs !== undefined) await waits.sleep(waitMs, signal);
    else if (tried instanceof Error) return { kind: 'failed', error: tried, mayHaveSaved };
    else return { kind: 'answer', answer: tried, mayHaveSaved };
  }
}

async function tryOnce(
  request: PaperlessRequest,
  isAnswer: (status: number) => boolean,
  client: HealthRequestDeps['client'],
  signal: AbortSignal,
): Promise<PaperlessAnswer | Error> {
  try {
    return await client.request(request, {
      signal,
      retry: ONCE,
      // Throttled and failed differ in what they may have done, which an error would not tell.
      isAnswer: (status) => status === 429 || isAnswer(status),
    });
  } catch (error) {
    if (isAbort(error) || !(error instanceof Error)) throw error;
    return error;
  }
}

/** Undefined for what would come again the same way. */
function toFailure(tried: PaperlessAnswer | Error, waits: Waits): Failure | undefined {
  if (tried instanceof Error) return tried instanceof UnavailableError ? { kind: 'broken', error: tried } : undefined;
  if (tried.status !== 429) return undefined;
  const retryAfterMs = parseRetryAfter(tried.headers.get('retry-after'), waits.now());
  return { kind: 'throttled', error: new UnavailableError('paperless', 'throttled'), retryAfterMs };
}
