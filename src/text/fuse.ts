export interface Fused {
  readonly id: string;
  readonly score: number;
}

/** k of reciprocal rank fusion, as in the paper. */
const K = 60;

/**
 * Reciprocal rank fusion of lists (best first, each id once): score = Σ weight / (60 + rank), rank from 1, best first,
 * ties by id (Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and Individual Rank Learning
 * Methods", SIGIR 2009, there without weights). `weights` belong to the lists in order, 1 where there is none. The
 * order of the lists does not matter.
 */
export function fuse(lists: readonly (readonly string[])[], weights: readonly number[] = []): Fused[] {
  const shares = new Map<string, number[]>();
  for (const [list, ids] of lists.entries()) {
    const weight = weights[list] ?? 1;
    ids.forEach((id, index) => {
      const share = weight / (K + index + 1);
      const others = shares.get(id);
      if (others === undefined) shares.set(id, [share]);
      else others.push(share);
    });
  }
  return [...shares]
    .map(([id, parts]) => ({ id, score: sum(parts) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** Smallest first, so that the sum (and with it a tie) does not depend on the order of the lists. */
function sum(parts: readonly number[]): number {
  return parts.toSorted((a, b) => a - b).reduce((total, part) => total + part, 0);
}
