import type { Id, Permissions } from '../model.ts';
import type { ManifestEntry } from './manifest.ts';

type ViewPermissions = Omit<Permissions, 'owner'>;

/**
 * Who was given `view_document`, by document. A grant of a permission that the export doesn't explain gives nothing:
 * keys of permissions and content types differ from one Paperless to the next.
 */
export function toViewPermissions(entries: readonly ManifestEntry[]): ReadonlyMap<Id, ViewPermissions> {
  const documentTypes = new Set<Id>();
  for (const { model, pk, fields } of entries) {
    if (model === 'contenttypes.contenttype' && fields.app_label === 'documents' && fields.model === 'document')
      documentTypes.add(pk);
  }
  const viewing = new Set<Id>();
  for (const { model, pk, fields } of entries) {
    if (model === 'auth.permission' && fields.codename === 'view_document' && documentTypes.has(fields.content_type))
      viewing.add(pk);
  }
  const granted = new Map<Id, { viewUsers: Id[]; viewGroups: Id[] }>();
  for (const { model, fields } of entries) {
    if (model !== 'guardian.userobjectpermission' && model !== 'guardian.groupobjectpermission') continue;
    if (!viewing.has(fields.permission)) continue;
    const document = /^\d+$/.test(fields.object_pk) ? Number(fields.object_pk) : 0;
    const permissions = granted.get(document) ?? { viewUsers: [], viewGroups: [] };
    if ('user' in fields) permissions.viewUsers.push(fields.user);
    else permissions.viewGroups.push(fields.group);
    granted.set(document, permissions);
  }
  for (const { viewUsers, viewGroups } of granted.values()) {
    viewUsers.sort((a, b) => a - b);
    viewGroups.sort((a, b) => a - b);
  }
  return granted;
}
