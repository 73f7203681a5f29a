import type { Id, Permissions } from '../model.ts';

/** What Paperless knows of a user that decides what they may see. */
export interface Rights {
  readonly user: Id;
  readonly groups: readonly Id[];
  readonly isActive: boolean;
  readonly isSuperuser: boolean;
  /** Whether they have `view_document`, themselves or through a group. */
  readonly mayViewDocuments: boolean;
}

/**
 * Paperless' own rule: superusers see all; others need `view_document` and a document that nobody owns, that they own,
 * or that is shared with them or one of their groups. Somebody inactive sees nothing.
 */
export function maySee(rights: Rights, { owner, viewUsers, viewGroups }: Permissions): boolean {
  if (!rights.isActive) return false;
  if (rights.isSuperuser) return true;
  if (!rights.mayViewDocuments) return false;
  if (owner === undefined || owner === rights.user) return true;
  return viewUsers.includes(rights.user) || viewGroups.some((group) => rights.groups.includes(group));
}
