import { SignInError } from '../errors.ts';
import { EVERYTHING, type Scope } from '../model.ts';
import type { Asker } from '../ports.ts';

/** What `asker` may see in the index. A Paperless user needs rights this index can't know yet: refused, never widened. */
export function toScope(asker: Asker): Scope {
  if (asker.kind === 'everyone') return EVERYTHING;
  throw new SignInError('questions as a Paperless user are not possible here: the rights of users are not known', {
    httpStatus: 403,
  });
}
