import type { Id } from '../../model.ts';
import type { Candidate } from './rank.ts';

/** Most passages of one document in an answer, so that one long document doesn't fill it. */
const PASSAGES_PER_DOCUMENT = 4;

/**
 * The first `k` candidates, at most four per document. When the filter leaves only `documents` documents, too few to
 * fill `k` that way, there is no limit per document.
 */
export function selectCandidates(candidates: readonly Candidate[], k: number, documents: number): Candidate[] {
  const limit = documents * PASSAGES_PER_DOCUMENT < k ? k : PASSAGES_PER_DOCUMENT;
  const taken = new Map<Id, number>();
  const selected: Candidate[] = [];
  for (const candidate of candidates) {
    if (selected.length >= k) break;
    const count = taken.get(candidate.documentId) ?? 0;
    if (count >= limit) continue;
    taken.set(candidate.documentId, count + 1);
    selected.push(candidate);
  }
  return selected;
}
