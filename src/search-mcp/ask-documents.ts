import { SignInError } from '../errors.ts';
import type { Id } from '../model.ts';
import { type ShownDocument, showDocuments } from './document-row.ts';
import type { FinderOptions } from './passage-finder.ts';
import { type PassageDeps, readVisible, toFilterRequest } from './search-passages.ts';
import type { AskInput } from './tools/ask-documents.ts';

export interface ShownAnswer {
  readonly answer: string;
  /** answered, extractive, not_found or nothing_in_scope. */
  readonly outcome: string;
  /** Only what the answer cites. `checked`: its amounts, dates, durations and numbers stand in the source, or without any its words. */
  readonly citations: readonly (Pick<ShownDocument, 'title' | 'created'> & {
    readonly n: number;
    readonly document_id: Id;
    readonly checked: boolean;
    readonly url: string;
  })[];
  readonly degraded?: string;
}

/**
 * A whole answer. Throws `SignInError` when any source of it may not be seen with this server's token: what was written
 * from it can't be taken out again.
 */
export async function askDocuments(
  { question, ...filters }: AskInput,
  deps: PassageDeps,
  options: FinderOptions,
): Promise<ShownAnswer> {
  const found = await deps.finder.answer({ q: question, filters: toFilterRequest(filters) }, options);
  const visible = await readVisible({ hits: found.sources }, deps, options);
  if (found.sources.some(({ document_id: id }) => !visible.has(id)))
    throw new SignInError(
      'The answer draws on documents that this token may not see, so it is not given. search_passages shows what may be seen.',
      { httpStatus: 403 },
    );
  const shown = new Map(
    (await showDocuments([...visible.values()], deps.book, [], options)).map((row) => [row.id, row]),
  );
  const sources = new Map(found.sources.map(({ n, document_id: id }) => [n, id]));
  return {
    answer: found.answer,
    outcome: found.outcome,
    citations: found.citations.flatMap(({ n, checked }) => {
      const id = sources.get(n);
      const document = id === undefined ? undefined : shown.get(id);
      if (id === undefined || document === undefined) return [];
      const { title, created } = document;
      const url = deps.urlTemplate.replace('{id}', String(id));
      return { n, document_id: id, title, ...(created !== undefined && { created }), checked, url };
    }),
    ...(found.degraded !== undefined && { degraded: found.degraded }),
  };
}
