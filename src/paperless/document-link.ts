import type { Id } from '../model.ts';
import { parseBaseUrl } from './base-url.ts';

/**
 * Makes links to documents' pages in Paperless' web interface (a route of its front end). `publicUrl`: where people
 * reach Paperless, in the forms `PAPERLESS_API_URL` may have. Throws `ConfigError` for an address that is none.
 */
export function createDocumentLink(publicUrl: string): (id: Id) => string {
  const baseUrl = parseBaseUrl(publicUrl, 'PAPERLESS_PUBLIC_URL');
  return (id) => `${baseUrl}/documents/${id}/`;
}
