import type { Hit, Names, Source } from '../model.ts';
import { createSpanFinder } from '../text/highlight.ts';
import type { AskDeps } from './deps.ts';
import type { QuestionTerms } from './terms.ts';

/**
 * Hits as numbered sources, 1 … in the order given, with the words of the question highlighted where there is one.
 * `names` are those the asker may see: all others stay out of what is shown, and out of prompts.
 */
export function toSources(
  hits: readonly Hit[],
  names: Pick<Names, 'correspondent'>,
  terms: QuestionTerms | undefined,
  deps: Pick<AskDeps, 'archive'>,
): Source[] {
  const findSpans = terms && createSpanFinder(terms.query);
  return hits.map(({ passage, score, legs }, index) => ({
    n: index + 1,
    passage: passage.id,
    document_id: passage.documentId,
    title: passage.title,
    correspondent:
      passage.correspondent === undefined ? null : (names.correspondent.get(passage.correspondent) ?? null),
    created: passage.created ?? null,
    url: deps.archive.link(passage.documentId) ?? null,
    text: passage.text,
    highlights: findSpans?.(passage.text) ?? [],
    score,
    legs,
  }));
}
