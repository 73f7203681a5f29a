import type { z } from 'zod';
import { ConfigError } from '../errors.ts';
import { parseRetryAfter } from '../http/retry-after.ts';
import { REAL_WAITS, type Waits } from '../http/waits.ts';
import type { CallOptions } from '../ports.ts';
import { parseBaseUrl } from './base-url.ts';
import { type Connection, exchange, type PaperlessAnswer, type PaperlessRequest, toLabel } from './exchange.ts';
import type { Page } from './pages.ts';
import { parseJson, parsePage } from './parse-json.ts';
import { type Failure, type Outcome, planWait, type RetryPolicy } from './retry.ts';
import { toStatusFailure } from './status-failure.ts';

/** The part of the project's log this client writes to. */
export interface ClientLog {
  debug(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface PaperlessClientOptions {
  /** With or without a trailing slash or `/api`. */
  readonly apiUrl: string;
  readonly token: string;
  readonly retry: RetryPolicy;
  readonly log: ClientLog;
  /** For every answer, even where a request would wait longer: somebody is waiting. Default: as the requests say. */
  readonly maxTimeoutMs?: number;
  readonly fetch?: typeof fetch;
  readonly waits?: Waits;
}

/** Beside a signal, what one call may change. */
export interface RequestOptions extends CallOptions {
  /** Instead of the client's own. */
  readonly retry?: RetryPolicy;
  /** Tries a write again after a failure that may have come too late to stop it. Default: only after 429. */
  readonly retryWrites?: boolean;
  /** True for statuses that are answers here, not failures. Default: 2xx only, and those always. */
  readonly isAnswer?: (status: number) => boolean;
}

/** Best first. Without a version Paperless takes its default, which suits a server newer than both. */
const ACCEPTS = ['application/json; version=10', 'application/json; version=9', 'application/json'] as const;

/**
 * HTTP to one Paperless with one token. Failures leave as the project's errors, the token in none of them;
 * aborting rejects with an `AbortError`.
 */
export class PaperlessClient {
  readonly #connection: Connection;
  readonly #retry: RetryPolicy;
  readonly log: ClientLog;
  /** The first of ACCEPTS this Paperless has not refused. */
  #accept = 0;

  /** Sends nothing. Throws `ConfigError` for an address or a token that can't be one. */
  constructor({ apiUrl, token, retry, log, ...options }: PaperlessClientOptions) {
    const { maxTimeoutMs = Number.POSITIVE_INFINITY, fetch = globalThis.fetch, waits = REAL_WAITS } = options;
    // Checked here because fetch's own message about such a header shows the token.
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new ConfigError(
        'PAPERLESS_API_TOKEN must be the bare token: no blanks, no line breaks, no word before it.',
      );
    this.#connection = { baseUrl: parseBaseUrl(apiUrl, 'PAPERLESS_API_URL'), token, fetch, waits, maxTimeoutMs };
    this.#retry = retry;
    this.log = log;
  }

  /** A 2xx answer, or one that `isAnswer` takes; its body as it came. */
  request(request: PaperlessRequest, options: RequestOptions = {}): Promise<PaperlessAnswer> {
    return this.#run(request, options, (value) => ({ value }));
  }

  /** A 2xx JSON answer of the form of `schema`, or `UnavailableError`. */
  json<T>(request: PaperlessRequest, schema: z.ZodType<T>, options: RequestOptions = {}): Promise<T> {
    return this.#run(request, options, (answer) => parseJson(answer, schema, toLabel(request)));
  }

  /** A 2xx page of rows of the form of `row`, or `UnavailableError`. For many rows at once: takes less memory than `json`. */
  page<T>(request: PaperlessRequest, row: z.ZodType<T>, options: RequestOptions = {}): Promise<Page<T>> {
    return this.#run(request, options, (answer) => parsePage(answer, row, toLabel(request)));
  }

  async #run<T>(
    request: PaperlessRequest,
    { signal, retry = this.#retry, retryWrites = false, isAnswer = () => false }: RequestOptions,
    read: (answer: PaperlessAnswer) => Outcome<T>,
  ): Promise<T> {
    const { waits } = this.#connection;
    const isRead = (request.method ?? 'GET') === 'GET';
    const failures: Failure[] = [];
    for (;;) {
      const answer = await this.#send(request, isAnswer, signal);
      const outcome = 'value' in answer ? read(answer.value) : answer;
      if ('value' in outcome) return outcome.value;
      failures.push(outcome);
      const mayRepeat = isRead || retryWrites || outcome.kind === 'throttled';
      const waitMs = mayRepeat ? planWait(failures, retry, () => waits.random()) : undefined;
      if (waitMs === undefined) throw outcome.error;
      this.log.debug(
        { request: toLabel(request), failed: failures.length, wait_ms: Math.round(waitMs) },
        'paperless: trying again',
      );
      await waits.sleep(waitMs, signal);
    }
  }

  /** One try. On 406 steps down through the versions, and remembers where it arrived. */
  async #send(
    request: PaperlessRequest,
    isAnswer: (status: number) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<PaperlessAnswer>> {
    for (let at = this.#accept; ; at++) {
      const outcome = await exchange(request, ACCEPTS[at] ?? ACCEPTS[2], this.#connection, signal);
      if (!('value' in outcome)) return outcome;
      const { status, headers, bytes } = outcome.value;
      if (status === 406 && at < ACCEPTS.length - 1) continue;
      // Only forwards: a slower request of the start must not undo what a faster one has learned.
      if (status !== 406) this.#accept = Math.max(this.#accept, at);
      if ((status >= 200 && status < 300) || isAnswer(status)) return outcome;
      const { baseUrl, token, waits } = this.#connection;
      return toStatusFailure(
        {
          method: request.method ?? 'GET',
          path: request.path,
          baseUrl,
          status,
          location: headers.get('location'),
          retryAfterMs: parseRetryAfter(headers.get('retry-after'), waits.now()),
          body: new TextDecoder().decode(bytes),
        },
        token,
      );
    }
  }
}
