import { IndexMismatchError, StorageError, UnavailableError } from '../errors.ts';
import type { Generation } from '../model.ts';
import type { Queries } from './queries.ts';

/** What the reader thread is started with. */
export interface ReaderSettings {
  readonly folder: string;
  readonly vectorExtension: string | undefined;
}

/** To the thread: run a query, or (`follow`) only look which generation is live. */
export interface ReaderRequest {
  readonly name: keyof Queries | 'follow';
  readonly args: readonly unknown[];
}

export type ReaderAnswer =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: ErrorMessage };

/** From the thread: answers to the requests of one message, in order; a notice at any time. */
export type ReaderMessage =
  | {
      readonly kind: 'answers';
      readonly answers: readonly ReaderAnswer[];
      /** The live one that they are from; undefined when nothing is published. */
      readonly generation: Generation | undefined;
    }
  | { readonly kind: 'script-distance' };

/** An error as it crosses threads, where classes get lost. */
export interface ErrorMessage {
  readonly code: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** As text: not every object can cross. */
  readonly cause: string | undefined;
}

export function toErrorMessage(error: unknown): ErrorMessage {
  if (!(error instanceof Error)) return { code: '', message: String(error), stack: undefined, cause: undefined };
  const { code } = error as { code?: unknown }; // Safe: it may be missing.
  const cause = error.cause === undefined ? undefined : String(error.cause);
  return { code: String(code ?? ''), message: error.message, stack: error.stack, cause };
}

/** The error again, of its own class if it is one of ours that the index throws. */
export function fromErrorMessage({ code, message, stack, cause }: ErrorMessage): Error {
  const error = create(code, message, cause === undefined ? {} : { cause });
  if (stack !== undefined) error.stack = stack;
  return error;
}

function create(code: string, message: string, options: ErrorOptions): Error {
  switch (code) {
    case 'storage':
      return new StorageError(message, options);
    case 'index_mismatch':
      return new IndexMismatchError(message, options);
    case 'unavailable':
      return new UnavailableError('index', message, options);
    default:
      return new Error(message, options);
  }
}
