import { z } from 'zod';
import type { Id, NameKind } from '../model.ts';
import { IdRow, pageOf } from '../paperless/answers.ts';
import type { CallOptions } from '../ports.ts';
import { type BookList, type NameBook, readOrWarn } from './name-book.ts';

/** A document without its text, as Paperless lists it. */
export const DocumentRow = IdRow.extend({
  title: z.string(),
  created: z.string().nullish(),
  correspondent: z.number().int().nullish(),
  document_type: z.number().int().nullish(),
  storage_path: z.number().int().nullish(),
  tags: z.array(z.number().int()),
});
export type DocumentRow = z.output<typeof DocumentRow>;

export const DocumentPage = pageOf(DocumentRow);

export const ROW_FIELDS = ['id', 'title', 'correspondent', 'document_type', 'storage_path', 'created', 'tags'];

/** What a row shows by name. */
const KINDS = ['correspondent', 'document_type', 'storage_path', 'tag'] as const satisfies readonly NameKind[];
type ShownKind = (typeof KINDS)[number];

/** One document of an answer. What is not set is left out; null = set, but its name may not be read. */
export interface ShownDocument {
  readonly id: Id;
  readonly title: string;
  readonly correspondent?: string | null;
  readonly document_type?: string | null;
  readonly storage_path?: string | null;
  readonly created?: string;
  readonly tags?: readonly string[] | null;
}

/** Rows with names in place of ids. Problems with names end up in `warnings`. */
export async function showDocuments(
  rows: readonly DocumentRow[],
  book: NameBook,
  warnings: string[],
  options: CallOptions,
): Promise<ShownDocument[]> {
  const lists = new Map<ShownKind, BookList>();
  await Promise.all(
    KINDS.map(async (kind) => {
      const ids = rows.flatMap((row) => (kind === 'tag' ? row.tags : (row[kind] ?? [])));
      if (ids.length === 0) return;
      lists.set(kind, await readOrWarn(() => book.readFor(kind, ids, options), kind, warnings));
    }),
  );
  const show = (kind: ShownKind, id: Id) => lists.get(kind)?.get(id)?.label ?? `#${id}`;
  const one = (kind: Exclude<ShownKind, 'tag'>, id: Id | null | undefined) =>
    id == null ? {} : { [kind]: lists.get(kind) === undefined ? null : show(kind, id) };
  return rows.map(({ id, title, created, tags, ...row }) => ({
    id,
    title,
    ...one('correspondent', row.correspondent),
    ...one('document_type', row.document_type),
    ...one('storage_path', row.storage_path),
    ...(created != null && { created: created.slice(0, 10) }),
    ...(tags.length > 0 && { tags: lists.get('tag') === undefined ? null : tags.map((tag) => show('tag', tag)) }),
  }));
}
