import { isKnownError, readErrorName } from '../errors.ts';

/** What kind of error it is, for the log: messages and causes of what may be anything could hold names and questions. */
export function toErrorCode(error: unknown): string {
  if (isKnownError(error)) return error.code;
  return readErrorName(error);
}
