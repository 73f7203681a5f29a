import { z } from 'zod';
import {
  ConfigError,
  IndexMismatchError,
  isAbort,
  NotFoundError,
  SignInError,
  StorageError,
  UnavailableError,
  UsageError,
} from '../errors.ts';
import type { AnswerFound, FinderOptions, PassageFinder, PassagesFound } from './passage-finder.ts';

export interface AskClientOptions {
  readonly askUrl: string;
  /** Headers that tell a paperless-ask in `paperless` mode who asks; called once a request. */
  readonly identify: (options: FinderOptions) => Promise<Readonly<Record<string, string>>>;
  readonly fetch?: typeof fetch;
}

/** An answer of a model takes its time; passages don't. */
const ANSWER_TIMEOUT_MS = 115_000;
const PASSAGES_TIMEOUT_MS = 30_000;

const MAX_QUOTED = 300;

const Passages: z.ZodType<PassagesFound> = z.object({
  hits: z.array(
    z.object({
      passage: z.string(),
      document_id: z.number().int(),
      text: z.string(),
      score: z.number(),
      highlights: z.array(z.object({ start: z.number(), end: z.number() })),
    }),
  ),
  mode: z.string(),
  degraded: z.string().optional(),
});

const Answer: z.ZodType<AnswerFound> = z.object({
  answer: z.string(),
  outcome: z.string(),
  sources: z.array(z.object({ n: z.number().int(), document_id: z.number().int() })),
  citations: z.array(z.object({ n: z.number().int(), checked: z.boolean() })),
  degraded: z.string().optional(),
});

const Refusal = z.object({ error: z.object({ code: z.string(), message: z.string(), field: z.string().optional() }) });

/** The passages and answers of a running paperless-ask. Its refusals come out as the errors they were there. */
export function createAskClient({ askUrl, identify, fetch = globalThis.fetch }: AskClientOptions): PassageFinder {
  const base = askUrl.replace(/\/+$/, '');

  async function post<T>(path: string, body: object, timeoutMs: number, schema: z.ZodType<T>, options: FinderOptions) {
    const { signal } = options;
    const deadline = AbortSignal.timeout(timeoutMs);
    const headers = { accept: 'application/json', 'content-type': 'application/json', ...(await identify(options)) };
    let status: number;
    let json: unknown;
    try {
      const response = await fetch(base + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.any([signal, deadline]),
      });
      status = response.status;
      json = parseJson(await response.text());
    } catch (error) {
      if (signal.aborted) throw new DOMException('The call was cancelled.', 'AbortError');
      if (isAbort(error)) throw error;
      const how = deadline.aborted ? `did not answer within ${timeoutMs / 1_000} s` : 'cannot be reached';
      throw new UnavailableError('index', `paperless-ask ${how}. Check that it runs at PAPERLESS_ASK_URL.`, {
        cause: error,
      });
    }
    if (status !== 200) throw toError(status, json);
    const parsed = schema.safeParse(json);
    if (parsed.success) return parsed.data;
    throw new ConfigError('What answers at PAPERLESS_ASK_URL is not paperless-ask, or one of another version.');
  }

  return {
    findPassages: ({ q, filters }, limit, options) =>
      post('/api/passages', { q, filters, limit }, PASSAGES_TIMEOUT_MS, Passages, options),
    answer: ({ q, filters }, options) => post('/api/ask', { q, filters }, ANSWER_TIMEOUT_MS, Answer, options),
  };
}

function toError(status: number, json: unknown): Error {
  const parsed = Refusal.safeParse(json);
  // A proxy in front of it that finds it down answers in its own way.
  if (!parsed.success && (status === 429 || status >= 502))
    return new UnavailableError('index', `paperless-ask is not available behind PAPERLESS_ASK_URL (status ${status}).`);
  if (!parsed.success)
    return new ConfigError(`What answers at PAPERLESS_ASK_URL is not paperless-ask (status ${status}).`);
  const { code, message, field } = parsed.data.error;
  const said = `paperless-ask says: "${message.slice(0, MAX_QUOTED).toWellFormed()}"`;
  // Its fields are paths such as filters.tags; the argument here has the last name.
  if (status === 400)
    return new UsageError(said, field === undefined ? {} : { field: field.split('.').at(-1) ?? field });
  if (status === 401 || status === 403)
    return new SignInError(`${said} If it runs with ASK_ACCESS=paperless, this server needs its ASK_PROXY_SECRET.`, {
      httpStatus: status,
    });
  if (status === 404) return new NotFoundError(said);
  if (code === 'index_mismatch') return new IndexMismatchError(said);
  if (code === 'storage') return new StorageError(said);
  return new UnavailableError('index', said);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
