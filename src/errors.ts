/** The services an `UnavailableError` can name. */
export type Service = 'paperless' | 'qdrant' | 'ollama' | 'index' | 'lock' | 'port';

/** Base of the seven expected failures: `exitCode` and `httpStatus` are the table in README.md. */
abstract class ExpectedError extends Error {
  abstract readonly code: string;
  abstract readonly exitCode: number;
  abstract readonly httpStatus: number;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A name that stands for nothing, or for several things, with those that may have been meant. */
export interface RefusedName {
  readonly name: string;
  readonly near: readonly string[];
}

/**
 * The caller's input is wrong. `field` names the offending argument or JSON field, where there is one; `refused` is there
 * when that holds a name that is not understood.
 */
export class UsageError extends ExpectedError {
  readonly code = 'usage';
  readonly exitCode = 64;
  readonly httpStatus = 400;
  readonly field: string | undefined;
  readonly refused: RefusedName | undefined;

  constructor(message: string, options?: ErrorOptions & { field?: string; refused?: RefusedName }) {
    super(message, options);
    this.field = options?.field;
    this.refused = options?.refused;
  }
}

/** Missing (401) or refused (403) credentials. */
export class SignInError extends ExpectedError {
  readonly code = 'sign_in';
  readonly exitCode = 77;
  readonly httpStatus: 401 | 403;

  constructor(message: string, options?: ErrorOptions & { httpStatus?: 401 | 403 }) {
    super(message, options);
    this.httpStatus = options?.httpStatus ?? 401;
  }
}

/** No such document, or one the asker may not see: the same answer on purpose. */
export class NotFoundError extends ExpectedError {
  readonly code = 'not_found';
  readonly exitCode = 66;
  readonly httpStatus = 404;
}

/** The environment is wrong. The message names every problem at once. */
export class ConfigError extends ExpectedError {
  readonly code = 'config';
  readonly exitCode = 78;
  readonly httpStatus = 500;
}

/** The index was built with another recipe or schema, or by a newer program. */
export class IndexMismatchError extends ExpectedError {
  readonly code = 'index_mismatch';
  readonly exitCode = 65;
  readonly httpStatus = 503;
}

/** Disk full, state folder vanished or unwritable, file damaged. The last state on disk is intact. */
export class StorageError extends ExpectedError {
  readonly code = 'storage';
  readonly exitCode = 74;
  readonly httpStatus = 503;
  /** What was stored is lost, as opposed to a disk that is full or not there: trying again is no use. */
  readonly isDamage: boolean;

  constructor(message: string, options?: ErrorOptions & { isDamage?: boolean }) {
    super(message, options);
    this.isDamage = options?.isDamage ?? false;
  }
}

/** A service is down, slow, or busy: trying later can help. `retryAfterS` (seconds) when the service said so. */
export class UnavailableError extends ExpectedError {
  readonly code = 'unavailable';
  readonly exitCode = 75;
  readonly httpStatus = 503;
  readonly service: Service;
  readonly retryAfterS: number | undefined;

  constructor(service: Service, message: string, options?: ErrorOptions & { retryAfterS?: number }) {
    super(message, options);
    this.service = service;
    this.retryAfterS = options?.retryAfterS;
  }
}

export type KnownError =
  | UsageError
  | SignInError
  | NotFoundError
  | ConfigError
  | IndexMismatchError
  | StorageError
  | UnavailableError;

/** True for the seven classes above; false for aborts and for bugs. */
export function isKnownError(error: unknown): error is KnownError {
  return error instanceof ExpectedError;
}

/** True when `error` only says that the caller went away (an aborted signal). */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** What the system calls a failure (`ENOENT`); undefined for an error without a code. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** What kind of failure it is, for where a message could hold text of documents. */
export function readErrorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

/** Said by whoever notices: the chat model's server that refuses such a prompt, or the reply that stayed empty. */
export function describeFullContext(model: string, contextTokens: number): string {
  return `Question and sources filled the whole context of ${contextTokens} tokens, so "${model}" answered nothing. Raise CHAT_NUM_CTX, or lower RAG_TOP_K.`;
}
