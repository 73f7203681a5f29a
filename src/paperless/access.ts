import type { FilterKind, Id, Permissions } from '../model.ts';

/** What Paperless knows of a user that decides what they may see. */
export interface Rights {
  readonly user: Id;
  readonly groups: readonly Id[];
  readonly isActive: boolean;
  readonly isSuperuser: boolean;
  /** `view_document` …: their own and those of their groups. */
  readonly permissions: ReadonlySet<string>;
}

const NEEDED = {
  document: 'view_document',
  correspondent: 'view_correspondent',
  document_type: 'view_documenttype',
  tag: 'view_tag',
} as const satisfies Record<'document' | FilterKind, string>;

/** Whether they may view anything of this kind at all. Somebody inactive may not. */
export function mayView(rights: Rights, kind: keyof typeof NEEDED): boolean {
  return rights.isActive && (rights.isSuperuser || rights.permissions.has(NEEDED[kind]));
}

/**
 * Paperless' own rule, the same for documents and names: superusers see all; others need the permission to view the
 * kind, and one that nobody owns, that they own, or that is shared with them or one of their groups.
 */
export function maySee(
  rights: Rights,
  kind: keyof typeof NEEDED,
  { owner, viewUsers, viewGroups }: Permissions,
): boolean {
  if (!mayView(rights, kind)) return false;
  if (rights.isSuperuser || owner === undefined || owner === rights.user) return true;
  return viewUsers.includes(rights.user) || viewGroups.some((group) => rights.groups.includes(group));
}
