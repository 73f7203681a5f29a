import { ReadableStream } from 'node:stream/web';
import { Ollama } from 'ollama';
import { type Dispatcher, fetch, type RequestInit, Response } from 'undici';
import type { Host } from './host.ts';
import { readLines } from './read-lines.ts';
import { RequestFailure } from './request-failure.ts';

/** One server and the connections to it. */
export interface Endpoint {
  readonly host: Host;
  /** Carries the timeouts: Node's own fetch gives up after 300 s without headers, less than a model may take to load. */
  readonly dispatcher: Dispatcher;
}

export interface CallLimits {
  readonly signal?: AbortSignal | undefined;
  /** For the whole call; without it only the dispatcher's timeouts hold. */
  readonly timeoutMs?: number;
}

/**
 * Runs `use` with a client of its own for one call, so that aborting it ends nobody else's.
 * Throws the signal's reason when that aborted, `RequestFailure` for everything else.
 */
export async function callOllama<T>(
  endpoint: Endpoint,
  limits: CallLimits,
  use: (client: Ollama) => Promise<T>,
): Promise<T> {
  limits.signal?.throwIfAborted();
  try {
    return await use(createClient(endpoint, limits));
  } catch (error) {
    throw toFailure(error, endpoint, limits.signal);
  }
}

/** What to throw instead of an error of the client or of fetch. */
export function toFailure(error: unknown, endpoint: Endpoint, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  if (error instanceof RequestFailure) return error;
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const what = isTimeout ? 'did not answer in time' : 'could not be reached, or broke off its answer';
  return new RequestFailure(`Ollama at ${endpoint.host.label} ${what}`, {
    cause: error,
    setting: endpoint.host.setting,
  });
}

function createClient(endpoint: Endpoint, limits: CallLimits): Ollama {
  const request = (input: string, init: RequestInit) => send(endpoint, limits, input, init);
  return new Ollama({
    host: endpoint.host.url,
    ...(endpoint.host.authorization !== undefined && { headers: { Authorization: endpoint.host.authorization } }),
    // Safe: the client calls it with a string and plain options, and reads only what undici's Response has as well.
    fetch: request as unknown as typeof globalThis.fetch,
  });
}

/** Refusals are thrown here, since the client would print them to the console. */
async function send(endpoint: Endpoint, limits: CallLimits, input: string, init: RequestInit): Promise<Response> {
  const signals = [init.signal, limits.signal, limits.timeoutMs && AbortSignal.timeout(limits.timeoutMs)];
  const response = await fetch(input, {
    ...init,
    dispatcher: endpoint.dispatcher,
    redirect: 'manual',
    signal: AbortSignal.any(signals.filter((signal) => signal instanceof AbortSignal)),
  });
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && type.includes('ndjson') && response.body !== null) {
    return new Response(ReadableStream.from(readLines(response.body)), { headers: response.headers });
  }
  const isJson = type.includes('json');
  if (response.ok && isJson) return response;
  const message = isJson ? readErrorText(await response.text()) : undefined;
  throw new RequestFailure(message ?? `what answers at ${endpoint.host.label} is not Ollama`, {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    isForeign: message === undefined,
  });
}

function readErrorText(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body);
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
