import { SignInError } from '../errors.ts';
import type { CallOptions } from '../ports.ts';
import type { Rights } from './access.ts';
import { pageOf, UserRow } from './answers.ts';
import type { PaperlessClient } from './client.ts';

/**
 * The rights of the Paperless user called `name`, fresh. Throws `SignInError` when there is no such active user, and
 * when the token may not read users.
 */
export async function readRights(client: PaperlessClient, name: string, options?: CallOptions): Promise<Rights> {
  const { results } = await client.json(
    { path: '/api/users/', query: { username__iexact: name, page_size: 100 } },
    pageOf(UserRow),
    options,
  );
  // The filter ignores case, user names don't.
  const user = results.find(({ username }) => username === name);
  if (user === undefined || !user.is_active)
    throw new SignInError('Paperless has no active user of this name. Sign in as one.', { httpStatus: 403 });
  return {
    user: user.id,
    groups: user.groups,
    isActive: user.is_active,
    isSuperuser: user.is_superuser,
    mayViewDocuments:
      user.user_permissions.includes('view_document') || user.inherited_permissions.includes('documents.view_document'),
  };
}
