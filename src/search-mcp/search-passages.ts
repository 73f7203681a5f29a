import type { FilterRequest, Id, PassageId } from '../model.ts';
import type { PaperlessClient } from '../paperless/client.ts';
import { readById } from '../paperless/read-by-id.ts';
import { parsePassageId } from '../text/passage-id.ts';
import { cutAround } from './cut-around.ts';
import { DocumentRow, ROW_FIELDS, type ShownDocument, showDocuments } from './document-row.ts';
import type { NameBook } from './name-book.ts';
import type { FinderOptions, PassageFinder, PassagesFound } from './passage-finder.ts';
import type { PassagesInput } from './tools/search-passages.ts';

export interface ShownPassage extends Pick<ShownDocument, 'title' | 'correspondent' | 'created'> {
  readonly document_id: Id;
  readonly passage: PassageId;
  readonly position: number;
  readonly score: number;
  readonly text: string;
  readonly url: string;
}

export interface ShownPassages {
  readonly passages: readonly ShownPassage[];
  readonly mode: string;
  readonly degraded?: string;
  readonly note?: string;
  readonly warnings?: readonly string[];
}

export interface PassageDeps {
  readonly finder: PassageFinder;
  readonly client: PaperlessClient;
  readonly book: NameBook;
  readonly urlTemplate: string;
}

const MAX_TEXT_CHARS = 700;

/** Most that paperless-ask gives at once. */
const MOST = 50;

/**
 * The best passages of documents that exist and that this server's own token may see, whatever the way to the index: it
 * may have been made with a token that sees more. Paperless out of reach is an error, never an unchecked answer.
 */
export async function searchPassages(
  { question, limit, ...filters }: PassagesInput,
  deps: PassageDeps,
  options: FinderOptions,
): Promise<ShownPassages> {
  const asked = { q: question, filters: toFilterRequest(filters) };
  const warnings: string[] = [];
  let wanted = Math.min(MOST, 2 * limit);
  let found = await deps.finder.findPassages(asked, wanted, options);
  let visible = await readVisible(found, deps, options);
  if (countVisible(found, visible) < limit && found.hits.length === wanted && wanted < MOST) {
    wanted = MOST;
    found = await deps.finder.findPassages(asked, wanted, options);
    visible = await readVisible(found, deps, options);
  }
  const hits = found.hits.filter(({ document_id: id }) => visible.has(id)).slice(0, limit);
  const rows = [...new Set(hits.map(({ document_id: id }) => id))].flatMap((id) => visible.get(id) ?? []);
  const shown = new Map((await showDocuments(rows, deps.book, warnings, options)).map((row) => [row.id, row]));
  return {
    passages: hits.map(({ passage, document_id: id, score, text, highlights }) => {
      const { title = '', correspondent, created } = shown.get(id) ?? {};
      return {
        document_id: id,
        title,
        ...(correspondent !== undefined && { correspondent }),
        ...(created !== undefined && { created }),
        passage,
        position: parsePassageId(passage)?.position ?? 0,
        score: Number(score.toFixed(4)),
        text: cutAround(text, highlights, MAX_TEXT_CHARS),
        url: deps.urlTemplate.replace('{id}', String(id)),
      };
    }),
    mode: found.mode,
    ...(found.degraded !== undefined && { degraded: found.degraded }),
    ...(hits.length === 0 && { note: 'Nothing was found; try other words, or search_documents.' }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The documents of `found` as Paperless shows them to this token, by id; those it doesn't are missing. */
export async function readVisible(
  found: { readonly hits: readonly { readonly document_id: Id }[] },
  { client }: Pick<PassageDeps, 'client'>,
  options: FinderOptions,
): Promise<ReadonlyMap<Id, DocumentRow>> {
  const ids = found.hits.map(({ document_id: id }) => id);
  const rows = await readById(client, DocumentRow, { fields: ROW_FIELDS }, ids, options);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Filters in the form of paperless-ask, without those that were not given. */
export function toFilterRequest(filters: Omit<PassagesInput, 'question' | 'limit'>): FilterRequest {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

function countVisible({ hits }: PassagesFound, visible: ReadonlyMap<Id, unknown>): number {
  return hits.filter(({ document_id: id }) => visible.has(id)).length;
}
