import type { FilterKind, Id, Passage } from '../../model.ts';
import type { CallOptions } from '../../ports.ts';
import { createSpanFinder } from '../../text/highlight.ts';
import type { SearchSpace } from '../space.ts';
import type { QuestionTerms } from '../terms.ts';
import type { Candidate } from './rank.ts';

/**
 * Leaves out what only a name tells of that the asker may not see: a passage is searched by all names its document
 * carries, so that a guessed tag of somebody else's would find the documents that were shared. Word for word what is
 * seen of it (text, title, date, names) must hold a word of the question, if one of those names does. Nothing is
 * hidden from who may see everything. For what a search found, before anything is cut: places taken by these, and then
 * left empty, would tell of them as well.
 */
export async function dropHinted(
  candidates: readonly Candidate[],
  { reader, readNames, scope }: Pick<SearchSpace, 'reader' | 'readNames' | 'scope'>,
  terms: QuestionTerms,
  options: CallOptions,
): Promise<readonly Candidate[]> {
  if (scope.kind === 'everything') return candidates;
  const ids = candidates.map(({ id }) => id);
  const [all, names, passages] = await Promise.all([
    reader.names(options),
    readNames(),
    reader.read(ids, scope, options),
  ]);
  const findSpans = createSpanFinder(terms.query);
  const isNamed = (texts: readonly (string | undefined)[]) =>
    texts.some((text) => text !== undefined && findSpans(text).length > 0);
  const listNames = (kind: FilterKind, id: Id | undefined) => {
    const name = id === undefined ? undefined : all[kind].get(id);
    return id === undefined || name === undefined ? [] : [{ name, isSeen: names[kind].has(id) }];
  };
  const isHinted = ({ text, title, created, correspondent, documentType, tags }: Passage) => {
    const carried = [
      ...listNames('correspondent', correspondent),
      ...listNames('document_type', documentType),
      ...tags.flatMap((tag) => listNames('tag', tag)),
    ];
    const { seen = [], hidden = [] } = Object.groupBy(carried, ({ isSeen }) => (isSeen ? 'seen' : 'hidden'));
    return isNamed(hidden.map(toName)) && !isNamed([text, title, created, ...seen.map(toName)]);
  };
  const hinted = new Set(passages.filter(isHinted).map(({ id }) => id));
  return candidates.filter(({ id }) => !hinted.has(id));
}

function toName({ name }: { readonly name: string }): string {
  return name;
}
