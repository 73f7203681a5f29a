import type { Filter, Id, Passage } from '../../model.ts';
import type { CallOptions } from '../../ports.ts';
import { toPassageId } from '../../text/passage-id.ts';
import type { SearchSpace } from '../space.ts';
import type { Candidate } from './rank.ts';

/** Amounts and dates stand on the first pages or nowhere. */
const PASSAGES_PER_DOCUMENT = 4;
const MOST_DOCUMENTS = 500;

/**
 * The first passages of the documents within a filter, whatever they say, by id. Empty when the filter names neither a
 * correspondent nor a type nor a tag: documents can't be listed by date.
 */
export async function listCandidates(
  { reader, filter, scope }: Pick<SearchSpace, 'reader' | 'filter' | 'scope'>,
  options: CallOptions,
): Promise<Candidate[]> {
  const { correspondent, documentType, tags = [] } = filter;
  const within = { ...options, scope };
  const lists = await Promise.all([
    ...(correspondent === undefined ? [] : [reader.documentsWith('correspondent', correspondent, within)]),
    ...(documentType === undefined ? [] : [reader.documentsWith('document_type', documentType, within)]),
    ...tags.map((tag) => reader.documentsWith('tag', tag, within)),
  ]);
  const [first = [], ...rest] = lists;
  const documents = first.filter((id) => rest.every((list) => list.includes(id))).slice(-MOST_DOCUMENTS);
  const heads = await reader.read(
    documents.map((id) => toPassageId(id, 0)),
    scope,
    options,
  );
  const dated = heads.filter((head) => isWithinDates(head, filter)).map(({ documentId }) => documentId);
  const passages = await reader.read(dated.flatMap(listFirstIds), scope, options);
  return passages.map(({ id, documentId }) => ({ id, documentId, score: 0, legs: {} }));
}

function listFirstIds(document: Id): string[] {
  return Array.from({ length: PASSAGES_PER_DOCUMENT }, (_, position) => toPassageId(document, position));
}

function isWithinDates({ created }: Passage, { createdFrom, createdTo }: Filter): boolean {
  if (createdFrom === undefined && createdTo === undefined) return true;
  if (created === undefined) return false;
  return (createdFrom === undefined || createdFrom <= created) && (createdTo === undefined || created <= createdTo);
}
