import { randomBytes } from 'node:crypto';
import { isKnownError, SignInError, UnavailableError, UsageError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type Mask, maskPairs } from './mask-secrets.ts';

/** A failure as the model reads it. */
export interface ErrorAnswer {
  readonly error: {
    readonly code: string;
    readonly message: string;
    /** What to do now. */
    readonly next: string;
    readonly field?: string;
    readonly retry_after_s?: number;
  };
}

/** Paperless' own words may be long. */
const MAX_MESSAGE_CHARS = 1_000;

const NEXT: Readonly<Record<string, string>> = {
  usage: 'Correct the arguments and call again.',
  sign_in: 'Tell the user; the token or its permissions have to be changed by whoever set this server up.',
  not_found: 'Check the id; search for the document if you are not sure of it.',
  config: 'Tell the user; a setting of this server has to be changed.',
  index_mismatch: 'Tell the user; the index has to be built again with paperless-index.',
  storage: 'Tell the user; the disk of the machine has to be looked at.',
  unavailable: 'Try again later; tell the user if it goes on.',
};

/** What to tell about `error`, logged as its class deserves. A bug's own message stays in the log: it may hold anything. */
export function toErrorAnswer(error: unknown, tool: string, mask: Mask, log: Log): ErrorAnswer {
  if (!isKnownError(error)) {
    const id = randomBytes(4).toString('hex');
    log.error({ tool, id, error }, 'internal error');
    const message = `Something went wrong in this server (internal error ${id}).`;
    return {
      error: { code: 'internal', message, next: `Tell the user; the server's log has the details under ${id}.` },
    };
  }
  const isCallers = error instanceof UsageError || error.code === 'not_found';
  const isOutside = error instanceof UnavailableError || error instanceof SignInError;
  log[isCallers ? 'debug' : isOutside ? 'warn' : 'error']({ tool, code: error.code }, 'tool call failed');
  return {
    error: {
      code: error.code,
      message: cap(maskPairs(mask.text(error.message))),
      next: NEXT[error.code] ?? 'Tell the user.',
      ...(error instanceof UsageError && error.field !== undefined && { field: error.field }),
      ...(error instanceof UnavailableError && error.retryAfterS !== undefined && { retry_after_s: error.retryAfterS }),
    },
  };
}

/** The same in plain words, for a server whose answers are texts. */
export function renderErrorAnswer({ error: { code, message, next } }: ErrorAnswer): string {
  return `${message}\n[${code}: ${next}]`;
}

function cap(message: string): string {
  return message.length <= MAX_MESSAGE_CHARS ? message : `${message.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}…`;
}
