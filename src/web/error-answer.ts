import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isKnownError, NotFoundError, type RefusedName, SignInError, UnavailableError, UsageError } from '../errors.ts';
import type { Log } from '../log.ts';

/** The body of every refusal and failure, and of the stream's `error` event. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly request_id: string;
  /** The program's own words, where `message` is in the language of the request. */
  readonly detail?: string;
  /** The offending field of the request, where there is one. */
  readonly field?: string;
  /** The name in it that is not understood, and those that may have been meant. */
  readonly refused?: RefusedName;
}

export interface ErrorAnswer {
  readonly status: ContentfulStatusCode;
  readonly error: ErrorBody;
  readonly retryAfterS: number | undefined;
}

/** Codes of refusals that HTTP itself knows and the rest of the program does not. */
const HTTP_CODES: Readonly<Record<number, string>> = {
  403: 'foreign_request',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'busy',
};

const BUSY_RETRY_S = 5;

/** Logs `error` as its class deserves and returns what to tell. */
export function reportError(error: unknown, requestId: string, log: Log): ErrorAnswer {
  const answer = toErrorAnswer(error, requestId);
  const fields = { request_id: requestId, code: answer.error.code, status: answer.status };
  const level = toLevel(error);
  if (level === 'debug') log.debug(fields, 'request refused');
  // What is down is told without its cause: that may repeat what it was sent.
  else if (level === 'warn' && error instanceof Error) log.warn({ ...fields, reason: error.message }, 'request failed');
  else log.error({ ...fields, error }, 'request failed');
  return answer;
}

/** Damage and bugs are errors; what is down or not signed in may need somebody; the rest is the caller's affair. */
function toLevel(error: unknown): 'debug' | 'warn' | 'error' {
  if (error instanceof UnavailableError || error instanceof SignInError) return 'warn';
  const isCallers = error instanceof UsageError || error instanceof NotFoundError || error instanceof HTTPException;
  return isCallers ? 'debug' : 'error';
}

/** What to tell about `error`. A bug's own message stays in the log: it may hold anything. */
function toErrorAnswer(error: unknown, requestId: string): ErrorAnswer {
  if (error instanceof HTTPException) {
    const code = HTTP_CODES[error.status] ?? 'http';
    return answer(error.status, { code, message: error.message }, error.status === 429 ? BUSY_RETRY_S : undefined);
  }
  if (isKnownError(error)) {
    const about = error instanceof UsageError ? toAbout(error) : {};
    const retryAfterS = error instanceof UnavailableError ? error.retryAfterS : undefined;
    return answer(error.httpStatus, { code: error.code, message: error.message, ...about }, retryAfterS);
  }
  const message = `Something went wrong in here; the log has the details under ${requestId}.`;
  return answer(500, { code: 'internal', message }, undefined);

  function answer(status: ContentfulStatusCode, body: Omit<ErrorBody, 'request_id'>, retryAfterS: number | undefined) {
    return { status, error: { ...body, request_id: requestId }, retryAfterS };
  }
}

function toAbout({ field, refused }: UsageError): Pick<ErrorBody, 'field' | 'refused'> {
  return { ...(field !== undefined && { field }), ...(refused !== undefined && { refused }) };
}
