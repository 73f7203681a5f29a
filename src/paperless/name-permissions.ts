import { SignInError } from '../errors.ts';
import type { FilterKind, Id, Permissions } from '../model.ts';
import { PermissionsRow } from './answers.ts';
import { blameToken } from './blame-token.ts';
import type { PaperlessClient } from './client.ts';
import { toPermissions } from './document.ts';
import { readNames } from './read-names.ts';

/** Who may see which name. What is missing is not there, or hidden from the token: nobody may see it. */
export type NamePermissions = Readonly<Record<FilterKind, ReadonlyMap<Id, Permissions>>>;

/** All names' permissions, fresh. A kind that the token may not read has none. */
export async function readNamePermissions(client: PaperlessClient): Promise<NamePermissions> {
  const [correspondent, documentType, tag] = await Promise.all([
    readKind(client, 'correspondent'),
    readKind(client, 'document_type'),
    readKind(client, 'tag'),
  ]);
  return { correspondent, document_type: documentType, tag };
}

async function readKind(client: PaperlessClient, kind: FilterKind): Promise<ReadonlyMap<Id, Permissions>> {
  const rows = readNames(client, kind, PermissionsRow, {}, { full_perms: true }).catch((error: unknown) => {
    if (error instanceof SignInError && error.httpStatus === 403) return [];
    throw error;
  });
  return new Map((await blameToken(rows)).map((row) => [row.id, toPermissions(row)]));
}
