import type { Id } from '../../../src/model.ts';
import type { FakeLibrary } from './library.ts';
import type { FakeUser, Owned } from './objects.ts';

// Written on its own, not with src/paperless/access.ts: a fake that shares the rule can't show that it is wrong.

/** `view_document` … of a user, their own and those of their groups. */
export function hasRight(library: FakeLibrary, user: FakeUser, right: string): boolean {
  if (user.is_superuser || user.permissions.includes(right)) return true;
  return user.groups.some((id) => library.groups.get(id)?.permissions.includes(right));
}

export function mayView(user: FakeUser, owned: Owned): boolean {
  return mayChange(user, owned) || isSharedWith(user, owned.view);
}

export function mayChange(user: FakeUser, owned: Owned): boolean {
  return user.is_superuser || owned.owner === null || owned.owner === user.id || isSharedWith(user, owned.change);
}

function isSharedWith(user: FakeUser, share: { users: Id[]; groups: Id[] }): boolean {
  return share.users.includes(user.id) || share.groups.some((id) => user.groups.includes(id));
}
