import { NotFoundError, UnavailableError, UsageError } from '../errors.ts';
import type { PaperlessClient } from '../paperless/client.ts';
import type { Page } from '../paperless/pages.ts';
import type { Query } from '../paperless/query.ts';
import type { CallOptions } from '../ports.ts';
import { assertFiltered, resolveFilters } from './document-filters.ts';
import { DocumentPage, type DocumentRow, ROW_FIELDS, type ShownDocument, showDocuments } from './document-row.ts';
import type { NameBook } from './name-book.ts';
import { findOperatorNote, type SearchParameters, toSearchQuery } from './search-query.ts';
import type { SearchInput } from './tools/search-documents.ts';

export interface FoundDocuments {
  readonly count: number;
  readonly page: number;
  readonly page_size: number;
  readonly last_page: number;
  readonly results: readonly ShownDocument[];
  readonly url_template: string;
  readonly note?: string;
  readonly warnings?: readonly string[];
}

export interface DocumentDeps {
  readonly client: PaperlessClient;
  readonly book: NameBook;
  /** With `{id}` where the id goes. */
  readonly urlTemplate: string;
}

/** Paperless' own full-text search. Throws the project's errors; a page past the end is an empty one. */
export async function searchDocuments(
  input: SearchInput,
  { client, book, urlTemplate }: DocumentDeps,
  options: CallOptions,
): Promise<FoundDocuments> {
  const { query, match, page, page_size: size } = input;
  const notes: string[] = [];
  const warnings: string[] = [];
  const filters = await resolveFilters(input, book, options);
  const ordering = input.ordering ?? (query === undefined ? '-created' : undefined);
  const search = (parameters: SearchParameters | undefined) =>
    readPage({ ...parameters, ...filters.query, ordering }, page, size, client, options);

  const wanted = query === undefined ? undefined : toSearchQuery(query, match);
  let found = await search(wanted?.first).catch((error: unknown) => Promise.reject(explain(error, input)));
  if (found.count === 0 && wanted?.fallback !== undefined) {
    found = await search(wanted.fallback);
    if (found.count > 0) notes.push('No document holds all of these words; these hold at least one.');
  }
  const operators = query !== undefined && match === 'words' ? findOperatorNote(query) : undefined;
  if (operators !== undefined) notes.push(operators);
  assertFiltered(found.results, filters);
  const lastPage = Math.max(1, Math.ceil(found.count / size));
  if (page > lastPage) notes.push(`Page ${page} is past the end; the last one is ${lastPage}.`);
  const results = await showDocuments(found.results, book, warnings, options);
  return {
    count: found.count,
    page,
    page_size: size,
    last_page: lastPage,
    results,
    url_template: urlTemplate,
    ...(notes.length > 0 && { note: notes.join(' ') }),
    ...(warnings.length > 0 && { warnings }),
  };
}

async function readPage(
  query: Query,
  page: number,
  size: number,
  client: PaperlessClient,
  options: CallOptions,
): Promise<Page<DocumentRow>> {
  const read = (at: number, rows: number) =>
    client.json(
      { path: '/api/documents/', query: { ...query, fields: ROW_FIELDS, page: at, page_size: rows } },
      DocumentPage,
      options,
    );
  try {
    return await read(page, size);
  } catch (error) {
    // "Invalid page.", which does not say how many there are.
    if (!(error instanceof NotFoundError) || page === 1) throw error;
    return { count: (await read(1, 1)).count, results: [] };
  }
}

/** Adds to a refused search what can be done about it. */
function explain(error: unknown, { query, match }: SearchInput): unknown {
  if (!(error instanceof UsageError) || query === undefined) return error;
  if (match === 'syntax')
    return new UsageError(
      `${error.message} Put words with punctuation into double quotes, or use match: "words", which does that for you.`,
      { field: 'query', cause: error },
    );
  // Quoted words and parts of words are always valid: a broken index refuses every search in the same words.
  return new UnavailableError(
    'paperless',
    `${error.message} The search index may be broken: search_index_health tells.`,
    {
      cause: error,
    },
  );
}
