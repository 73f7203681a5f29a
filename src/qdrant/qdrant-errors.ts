import { QdrantClientResourceExhaustedError, QdrantClientTimeoutError } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { ConfigError, IndexMismatchError, StorageError, UnavailableError } from '../errors.ts';

/** The collection asked for isn't there (any more): a reader of the live one goes on to the next. */
export class MissingCollection extends UnavailableError {
  constructor(options?: ErrorOptions) {
    super('qdrant', 'The index in Qdrant was replaced or removed in the meantime. Try again.', options);
  }
}

/** What the client's `ApiError` carries; its class is not exported. */
const apiErrorSchema = z.object({ status: z.int(), data: z.unknown() });
const saidSchema = z.object({ status: z.object({ error: z.string() }) }).transform(({ status }) => status.error);
/** Qdrant refuses a key in a line of plain text; a proxy in front of it would send a page. */
const plainSchema = z
  .string()
  .max(200)
  .regex(/^[^<>]+$/);

/** True when there was no answer at all: nothing listens, or the connection broke. */
export function isConnectionFailure(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed';
}

/** An error of the client as one of ours. Anything unknown stays what it is: a bug. */
export function toQdrantError(error: unknown): unknown {
  const unavailable = (what: string, retryAfterS?: number) =>
    new UnavailableError('qdrant', `Qdrant ${what}. Is it running at QDRANT_URL? Try again later.`, {
      cause: error,
      ...(retryAfterS !== undefined && { retryAfterS }),
    });
  if (isConnectionFailure(error)) return unavailable('could not be reached, or broke the connection');
  if (error instanceof QdrantClientTimeoutError) return unavailable('did not answer in time');
  if (error instanceof QdrantClientResourceExhaustedError) return unavailable('is too busy', error.retry_after);
  if (error instanceof SyntaxError) return unavailable('gave an answer that can not be read');
  const parsed = apiErrorSchema.safeParse(error);
  if (!(error instanceof Error) || !parsed.success) return error;
  const { status, data } = parsed.data;
  const said = saidSchema.safeParse(data).data;
  if (status === 401 || status === 403) {
    const why = said ?? plainSchema.safeParse(data).data;
    const refusal = `Qdrant refuses the key${why === undefined ? '' : ` (${why})`}.`;
    return new ConfigError(`${refusal} Check QDRANT_API_KEY or the file of QDRANT_API_KEY_FILE.`, { cause: error });
  }
  if (said === undefined && status !== 429 && status < 500) return toForeignError(status, error);
  if (status === 404) return new MissingCollection({ cause: error });
  if (status === 409) {
    return new ConfigError(
      `Qdrant says: ${said} Set QDRANT_COLLECTION to another name, or, if nobody needs that one, delete it in Qdrant.`,
      { cause: error },
    );
  }
  if (status === 507 || /no space|disk|read-only file system/i.test(said ?? '')) {
    return new StorageError(`Qdrant can't store anything: ${said ?? status}. Make room on its disk, then run again.`, {
      cause: error,
    });
  }
  // 408: not a proxy's patience but the limit that Qdrant sets each of its own steps.
  if (status === 408 || status === 429 || status >= 500) {
    return unavailable(said === undefined ? `answered ${status}` : `says: ${said}`);
  }
  if (/larger than allowed/.test(said ?? '')) {
    return new ConfigError(`Qdrant refuses requests of a few megabytes: ${said} Raise its max_request_size_mb to 8.`, {
      cause: error,
    });
  }
  if (/dimension|vector name/i.test(said ?? '')) {
    return new IndexMismatchError(`The index in Qdrant was built with other embeddings (${said}). Run with --full.`, {
      cause: error,
    });
  }
  return new Error(`Qdrant refused a request (${status}): ${said}`, { cause: error });
}

/** Something other than Qdrant answered. */
export function toForeignError(status: number, cause?: Error): ConfigError {
  const what =
    status === 413
      ? 'A proxy in front of Qdrant refuses requests of a few megabytes. Raise its limit to 8 MB.'
      : `What answers at QDRANT_URL is not Qdrant (status ${status}). Check the address.`;
  return new ConfigError(what, { cause });
}
