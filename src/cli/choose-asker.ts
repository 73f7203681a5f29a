import { SignInError, UsageError } from '../errors.ts';
import type { Asker } from '../ports.ts';

/**
 * Who asks in a terminal: `user` is what `--as` says. Throws `SignInError` where everybody sees their own and nobody is
 * named, and `UsageError` where a name would change nothing.
 */
export function chooseAsker(access: 'everyone' | 'paperless', user: string | undefined): Asker {
  if (access === 'paperless') {
    if (user === undefined)
      throw new SignInError('ASK_ACCESS=paperless shows each user their own: say who asks with --as USER');
    return { kind: 'user', name: user };
  }
  if (user !== undefined)
    throw new UsageError('--as needs ASK_ACCESS=paperless: without it everybody sees what the token may read');
  return { kind: 'everyone' };
}
