import type { Hit, Names, Source } from '../model.ts';
import type { AskDeps } from './deps.ts';

/** Hits as numbered sources, 1 … in the order given. */
export function toSources(hits: readonly Hit[], names: Names, deps: Pick<AskDeps, 'archive'>): Source[] {
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
    highlights: [],
    score,
    legs,
  }));
}
