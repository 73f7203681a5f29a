import { UnavailableError } from '../errors.ts';
import type { Query } from '../paperless/query.ts';
import type { CallOptions } from '../ports.ts';
import type { DocumentRow } from './document-row.ts';
import type { NameBook } from './name-book.ts';
import { resolveId } from './resolve-id.ts';

/** How a caller narrowed a search: names or ids as text, both dates inclusive. */
export interface DocumentFilters {
  readonly correspondent?: string | undefined;
  readonly document_type?: string | undefined;
  readonly storage_path?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
}

export interface ResolvedFilters {
  /** Parameters of the API description only: Paperless ignores others without a word and answers with everything. */
  readonly query: Query;
  /** True for a row that the filters let through. */
  readonly matches: (row: DocumentRow) => boolean;
}

/** Filters as Paperless takes them. Throws `UsageError` for a name that is not known or not clear. */
export async function resolveFilters(
  filters: DocumentFilters,
  book: NameBook,
  options: CallOptions,
): Promise<ResolvedFilters> {
  const { created_from: from, created_to: to } = filters;
  const one = async (kind: 'correspondent' | 'document_type' | 'storage_path') => {
    const wanted = filters[kind];
    return wanted === undefined ? undefined : resolveId(wanted, kind, kind, book, options);
  };
  const [correspondent, documentType, storagePath, tags] = await Promise.all([
    one('correspondent'),
    one('document_type'),
    one('storage_path'),
    Promise.all((filters.tags ?? []).map((tag) => resolveId(tag, 'tag', 'tags', book, options))),
  ]);
  return {
    query: {
      correspondent__id: correspondent,
      document_type__id: documentType,
      storage_path__id: storagePath,
      ...(tags.length > 0 && { tags__id__all: tags }),
      created__gte: from,
      created__lte: to,
    },
    matches: (row) =>
      (correspondent === undefined || row.correspondent === correspondent) &&
      (documentType === undefined || row.document_type === documentType) &&
      (storagePath === undefined || row.storage_path === storagePath) &&
      tags.every((tag) => row.tags.includes(tag)) &&
      (from === undefined || (row.created ?? '').slice(0, 10) >= from) &&
      (to === undefined || (row.created != null && row.created.slice(0, 10) <= to)),
  };
}

/** Throws `UnavailableError` when a row shows that a filter had no effect. */
export function assertFiltered(rows: readonly DocumentRow[], { matches }: ResolvedFilters): void {
  if (rows.every(matches)) return;
  throw new UnavailableError(
    'paperless',
    'Paperless answered with documents that the filters exclude, so the answer is not shown. Check whether a proxy in front of it drops parameters, or whether this version knows them.',
  );
}
