import { createHash } from 'node:crypto';

/**
 * The id of a point that is not a document: a UUID made of `parts` (name-based, version 5 of RFC 9562, with a prefix in
 * place of the namespace). The same parts always give the same id.
 */
export function toPointId(...parts: readonly (string | number)[]): string {
  const bytes = createHash('sha1')
    .update(JSON.stringify(['paperless-rag', ...parts]))
    .digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
