import { createHash } from 'node:crypto';
import type { Document, Fingerprint } from '../model.ts';
import type { DocumentLines } from './document-lines.ts';

/**
 * SHA-256 (hex) of what was indexed of a document, in three parts that change independently. Names are hashed as they
 * read now, so a renamed tag changes the documents that carry it. `modified` is no part of it.
 */
export function buildFingerprint(document: Document, { header, metadata }: DocumentLines): Fingerprint {
  const { owner, viewUsers, viewGroups } = document.permissions;
  return {
    text: hash([header, document.content, document.notes]),
    metadata: hash([
      document.title,
      document.created ?? null,
      document.correspondent ?? null,
      document.documentType ?? null,
      document.storagePath ?? null,
      document.tags,
      document.customFields.map(({ field }) => field),
      document.archiveSerialNumber ?? null,
      metadata,
    ]),
    permissions: hash([owner ?? null, viewUsers.toSorted(byNumber), viewGroups.toSorted(byNumber)]),
  };
}

/** JSON keeps the parts apart and writes lone surrogates as escapes, so different texts never look the same. */
function hash(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function byNumber(a: number, b: number): number {
  return a - b;
}
