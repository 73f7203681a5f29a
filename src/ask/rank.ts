import type { Id, Leg, PassageId, Ranked } from '../model.ts';
import { fuse } from '../text/fuse.ts';

/** A passage before it is read: its fused score, and its rank (from 1) in every leg that found it. */
export interface Candidate {
  readonly id: PassageId;
  readonly documentId: Id;
  readonly score: number;
  readonly legs: Readonly<Partial<Record<Leg, number>>>;
}

/** The legs' lists, best first. */
export interface LegLists {
  readonly stems: readonly Ranked[];
  readonly parts: readonly Ranked[];
  /** Empty without an embedder. */
  readonly dense: readonly Ranked[];
  /** What holds an identifier of the question, letter for letter. */
  readonly exact: readonly Ranked[];
}

/** Reserved slots: so many candidates from the lexical legs, then so many more that only the dense leg brings. */
const LEXICAL_SLOTS = 5;
const DENSE_SLOTS = 3;

/**
 * One order of all candidates, best first. Passages with an identifier of the question come first, as the stems leg
 * has them: other legs only dilute an exact match. The lexical legs are fused by reciprocal rank; the dense leg gets
 * reserved slots behind the first five, so that a model that knows only English can't push a German match down.
 * Dense candidates below `floor` (cosine similarity) that no lexical leg supports are dropped.
 */
export function rankCandidates(lists: LegLists, floor: number): Candidate[] {
  const ranks = collectRanks(lists);
  const exact = new Set(lists.exact.map(({ id }) => id));
  const exactFirst = [...lists.stems, ...lists.exact].map(({ id }) => id).filter((id) => exact.has(id));
  const lexical = fuse([toIds(lists.stems), toIds(lists.parts)]).map(({ id }) => id);
  const isSupported = new Set(lexical);
  const dense = lists.dense.filter(({ id, score }) => score >= floor || isSupported.has(id)).map(({ id }) => id);
  const order = mixSlots([...new Set([...exactFirst, ...lexical])], dense);
  const scores = new Map(
    fuse([toIds(lists.stems), toIds(lists.parts), toIds(lists.dense)]).map((row) => [row.id, row.score]),
  );
  return order.flatMap((id) => {
    const found = ranks.get(id);
    return found === undefined
      ? []
      : { id, documentId: found.documentId, score: scores.get(id) ?? 0, legs: found.legs };
  });
}

function mixSlots(lexical: readonly PassageId[], dense: readonly PassageId[]): PassageId[] {
  const first = lexical.slice(0, LEXICAL_SLOTS);
  const reserved = dense.filter((id) => !first.includes(id)).slice(0, DENSE_SLOTS);
  return [...new Set([...first, ...reserved, ...lexical, ...dense])];
}

function collectRanks(lists: LegLists): Map<PassageId, { documentId: Id; legs: Partial<Record<Leg, number>> }> {
  const found = new Map<PassageId, { documentId: Id; legs: Partial<Record<Leg, number>> }>();
  for (const { id, documentId } of lists.exact) found.set(id, { documentId, legs: {} });
  for (const leg of ['stems', 'parts', 'dense'] as const) {
    for (const [index, { id, documentId }] of lists[leg].entries()) {
      const legs = found.get(id)?.legs ?? {};
      legs[leg] = index + 1;
      found.set(id, { documentId, legs });
    }
  }
  return found;
}

function toIds(rows: readonly Ranked[]): PassageId[] {
  return rows.map(({ id }) => id);
}
