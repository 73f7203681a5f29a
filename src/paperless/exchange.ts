import { isKnownError, UnavailableError } from '../errors.ts';
import type { Waits } from '../http/waits.ts';
import { toConnectionFailure } from './connection-failure.ts';
import { type Query, toQueryString } from './query.ts';
import { readBody } from './read-body.ts';
import type { Failure, Outcome } from './retry.ts';

export interface PaperlessRequest {
  /** Default GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From `/api/` to the trailing slash, without a query. Paperless answers anything else with its login page. */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON; FormData as multipart. */
  readonly body?: unknown;
  /** For the whole request with its body. */
  readonly timeoutMs?: number;
  /** Of the answer, after decompression. */
  readonly maxBytes?: number;
}

export interface PaperlessAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export interface Connection {
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  readonly waits: Waits;
  /** No answer is awaited longer than this, whatever the request allows. */
  readonly maxTimeoutMs: number;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

/** `GET /api/tags/`: how messages and logs name a request. Without its query, which may hold a question. */
export function toLabel(request: PaperlessRequest): string {
  return `${request.method ?? 'GET'} ${request.path}`;
}

/** One request, one answer of any status. Rejects when `signal` aborts, and for a path that can't be one (a bug). */
export async function exchange(
  request: PaperlessRequest,
  accept: string,
  connection: Connection,
  signal: AbortSignal | undefined,
): Promise<Outcome<PaperlessAnswer>> {
  const timeoutMs = Math.min(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, connection.maxTimeoutMs);
  const url = toUrl(request, connection);
  const deadline = connection.waits.deadline(timeoutMs);
  try {
    const response = await connection.fetch(url, {
      ...toBody(request.body, { accept, authorization: `Token ${connection.token}` }),
      method: request.method ?? 'GET',
      redirect: 'manual',
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    });
    const bytes = await readBody(response, request.maxBytes ?? DEFAULT_MAX_BYTES);
    return { value: { status: response.status, headers: response.headers, bytes } };
  } catch (error) {
    throwIfAborted(signal);
    if (deadline.aborted) return toTimeout(toLabel(request), timeoutMs);
    if (isKnownError(error)) return { kind: 'never', error };
    return toConnectionFailure(error, toLabel(request));
  }
}

/** Throws an `AbortError` whatever reason the signal carries: callers tell by the name. */
function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new DOMException('The request was aborted.', 'AbortError');
}

function toUrl({ path, query }: PaperlessRequest, { baseUrl }: Connection): string {
  // Dot segments would leave /api/ once the address is normalised, a missing slash ends at the login page.
  if (!/^\/api\/(?:[^/?#\\]+\/)+$/.test(path) || /\/(?:\.|%2e){1,2}\//i.test(path))
    throw new TypeError('A request path must begin with /api/, end with / and hold no empty or dot segment.');
  return baseUrl + path + toQueryString(query ?? {});
}

function toBody(body: unknown, headers: Record<string, string>): RequestInit {
  if (body === undefined) return { headers };
  if (body instanceof FormData) return { headers, body };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function toTimeout(label: string, timeoutMs: number): Failure {
  const seconds = Math.round(timeoutMs / 1000);
  const message = `Paperless did not answer ${label} within ${seconds} s. Try again later, and look at its load.`;
  return { kind: 'broken', error: new UnavailableError('paperless', message) };
}
