import { SignInError } from '../errors.ts';
import type { CallOptions } from '../ports.ts';
import { mayView, type Rights } from './access.ts';
import { pageOf, UserRow } from './answers.ts';
import { blameToken } from './blame-token.ts';
import type { PaperlessClient } from './client.ts';

/** Paperless' limit. A longer name is not worth a request. */
const MAX_NAME_CHARS = 150;

const APP = 'documents.';

/**
 * The rights of the Paperless user called `name`, fresh. Throws `SignInError` (403) when there is no such active user
 * or they may not view documents, and `UnavailableError` when the token may not read users.
 */
export async function readRights(client: PaperlessClient, name: string, options?: CallOptions): Promise<Rights> {
  const user = name.length > MAX_NAME_CHARS ? undefined : await findUser(client, name, options);
  if (user === undefined || !user.is_active)
    throw new SignInError('Paperless has no active user of this name. Sign in as one.', { httpStatus: 403 });
  const inherited = user.inherited_permissions.flatMap((right) =>
    right.startsWith(APP) ? right.slice(APP.length) : [],
  );
  const rights: Rights = {
    user: user.id,
    groups: user.groups,
    isActive: user.is_active,
    isSuperuser: user.is_superuser,
    permissions: new Set([...user.user_permissions, ...inherited]),
  };
  if (!mayView(rights, 'document'))
    throw new SignInError(
      'This Paperless user may not view documents. Ask whoever runs Paperless for the permission view_document.',
      { httpStatus: 403 },
    );
  return rights;
}

async function findUser(client: PaperlessClient, name: string, options: CallOptions | undefined) {
  const request = { path: '/api/users/', query: { username__iexact: name, page_size: 100 } };
  const { results } = await blameToken(client.json(request, pageOf(UserRow), options));
  // The filter ignores case, user names don't.
  return results.find(({ username }) => username === name);
}
