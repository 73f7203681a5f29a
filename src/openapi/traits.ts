import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { Operation } from './operation.ts';

type Named = Pick<Operation, 'method' | 'path'>;

/** POST only because what is asked for is long. */
const READING_POSTS = [
  '/api/documents/selection_data/',
  '/api/documents/bulk_download/',
  '/api/documents/chat/',
  '/api/storage_paths/test/',
];

/** POST, and something that was there before is not there any more, or not as it was. */
const DESTRUCTIVE_POSTS = [
  '/api/bulk_edit_objects/',
  '/api/documents/bulk_edit/',
  '/api/documents/delete/',
  '/api/documents/edit_pdf/',
  '/api/documents/merge/',
  '/api/documents/remove_password/',
  '/api/documents/reprocess/',
  '/api/documents/rotate/',
  // Rules may delete or move mails.
  '/api/mail_accounts/{id}/process/',
  '/api/processed_mail/bulk_delete/',
  '/api/tasks/run/',
  '/api/trash/',
  '/api/ui_settings/',
];

const IDEMPOTENT_POSTS = ['/api/tasks/acknowledge/', '/api/share_link_bundles/{id}/rebuild/', '/api/ui_settings/'];

/** Deletes and does nothing else. */
const DELETING_POSTS = ['/api/documents/delete/', '/api/processed_mail/bulk_delete/'];

/** Reaches beyond Paperless: mail, links for everybody, a language model, the page of new versions. */
const OPEN_WORLD =
  /\/(email|mail_accounts|mail_rules|share_links|share_link_bundles|chat|ai_suggestions|remote_version)\//;

/** Changes nothing in Paperless. A method this program does not know of changes something. */
export function isReading({ method, path }: Named): boolean {
  return method === 'GET' || (method === 'POST' && READING_POSTS.includes(path));
}

/** Has no other use than to delete. */
export function isDeleting({ method, path }: Named): boolean {
  return method === 'DELETE' || DELETING_POSTS.includes(path);
}

/** Only what differs from the protocol's defaults: writing, destructive, not idempotent, open world. */
export function toAnnotations(operation: Named): ToolAnnotations {
  const { method, path } = operation;
  const isOpen = OPEN_WORLD.test(path);
  if (isReading(operation)) return { readOnlyHint: true, ...(!isOpen && { openWorldHint: false }) };
  const isAdding = method === 'POST' && !DESTRUCTIVE_POSTS.includes(path);
  const isIdempotent = method !== 'POST' || IDEMPOTENT_POSTS.includes(path);
  return {
    ...(isAdding && { destructiveHint: false }),
    ...(isIdempotent && { idempotentHint: true }),
    ...(!isOpen && { openWorldHint: false }),
  };
}
