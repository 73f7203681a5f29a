import { NotFoundError, UsageError } from '../errors.ts';
import type { Document, Id } from '../model.ts';
import type { CallOptions, DocumentSource } from '../ports.ts';
import { snapToCodePoint } from '../text/graphemes.ts';
import { type ShownDocument, showDocuments } from './document-row.ts';
import { type NameBook, readOrWarn } from './name-book.ts';
import type { ReadInput } from './tools/read-document.ts';

export interface ReadDocument extends ShownDocument {
  readonly archive_serial_number?: number;
  readonly custom_fields?: readonly { readonly name: string; readonly value: string }[];
  readonly notes?: readonly string[];
  readonly url: string;
  /** Length of the text in UTF-16 code units, as offsets are. */
  readonly total: number;
  readonly offset: number;
  readonly text: string;
  readonly next_offset?: number;
  readonly warnings?: readonly string[];
}

export interface ReadDeps {
  readonly source: Pick<DocumentSource, 'read'>;
  readonly book: NameBook;
  /** With `{id}` where the id goes. */
  readonly urlTemplate: string;
}

/** Notes and values are beside the text, and may be as long. */
const MAX_ASIDE_CHARS = 500;

/**
 * A document and a piece of its text. Throws `NotFoundError` for an unknown, trashed or forbidden one: the same answer
 * on purpose; `UsageError` for an offset beyond the text.
 */
export async function readDocument(
  { id, offset, length }: ReadInput,
  { source, book, urlTemplate }: ReadDeps,
  options: CallOptions,
): Promise<ReadDocument> {
  const [document] = await source.read([id], options);
  if (document === undefined)
    throw new NotFoundError(`There is no document ${id}, or this token may not see it (it may be in the trash).`);
  const { content: text, archiveSerialNumber, notes } = document;
  if (offset > 0 && offset >= text.length)
    throw new UsageError(`offset must be below ${text.length}, the length of the text.`, { field: 'offset' });
  const start = snapToCodePoint(text, offset);
  const end = snapToCodePoint(text, Math.min(text.length, start + length));
  const warnings: string[] = [];
  const [[shown = { id, title: document.title }], fields] = await Promise.all([
    showDocuments([toRow(document)], book, warnings, options),
    showFields(document, book, warnings, options),
  ]);
  // One letter of two halves is more than the length of 1.
  const shownEnd = end > start ? end : Math.min(text.length, start + 2);
  return {
    ...shown,
    ...(archiveSerialNumber !== undefined && { archive_serial_number: archiveSerialNumber }),
    ...(fields.length > 0 && { custom_fields: fields }),
    ...(notes.length > 0 && { notes: notes.map(cut) }),
    url: urlTemplate.replace('{id}', String(id)),
    total: text.length,
    offset: start,
    text: text.slice(start, shownEnd),
    ...(shownEnd < text.length && { next_offset: shownEnd }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function toRow({ id, title, created, correspondent, documentType, storagePath, tags }: Document) {
  return { id, title, created, correspondent, document_type: documentType, storage_path: storagePath, tags: [...tags] };
}

async function showFields({ customFields }: Document, book: NameBook, warnings: string[], options: CallOptions) {
  if (customFields.length === 0) return [];
  const ids: readonly Id[] = customFields.map(({ field }) => field);
  const list = await readOrWarn(() => book.readFor('custom_field', ids, options), 'custom_field', warnings);
  return customFields.map(({ field, value }) => ({ name: list?.get(field)?.name ?? `#${field}`, value: cut(value) }));
}

function cut(text: string): string {
  return text.length <= MAX_ASIDE_CHARS ? text : `${text.slice(0, snapToCodePoint(text, MAX_ASIDE_CHARS))}…`;
}
