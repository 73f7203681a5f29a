import type { Hit } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import { createSpanFinder } from '../text/highlight.ts';
import type { SearchSpace } from './space.ts';
import type { QuestionTerms } from './terms.ts';

/**
 * Leaves out what only a name tells of that the asker may not see: a passage is searched by all names its document
 * carries, so that a guessed tag of somebody else's would find the documents that were shared. Word for word what is
 * seen of it (text, title, date, names) must hold a word of the question, if one of those names does. Nothing is
 * hidden from who may see everything.
 */
export async function dropHinted(
  hits: readonly Hit[],
  { reader, names, scope }: Pick<SearchSpace, 'reader' | 'names' | 'scope'>,
  terms: QuestionTerms,
  options: CallOptions,
): Promise<readonly Hit[]> {
  if (scope.kind === 'everything') return hits;
  const all = await reader.names(options);
  const findSpans = createSpanFinder(terms.query);
  const isNamed = (texts: readonly (string | undefined)[]) =>
    texts.some((text) => text !== undefined && findSpans(text).length > 0);
  return hits.filter(({ passage: { text, title, created, correspondent, documentType, tags } }) => {
    const carried = [
      ...listNames('correspondent', correspondent),
      ...listNames('document_type', documentType),
      ...tags.flatMap((tag) => listNames('tag', tag)),
    ];
    const hidden = carried.filter(({ isSeen }) => !isSeen).map(({ name }) => name);
    if (!isNamed(hidden)) return true;
    return isNamed([text, title, created, ...carried.filter(({ isSeen }) => isSeen).map(({ name }) => name)]);
  });

  function listNames(kind: keyof typeof names, id: number | undefined) {
    const name = id === undefined ? undefined : all[kind].get(id);
    return id === undefined || name === undefined ? [] : [{ name, isSeen: names[kind].has(id) }];
  }
}
