/** What one question's ranking is worth, each from 0 to 1. */
export interface Scores {
  readonly r1: number;
  readonly r5: number;
  readonly r8: number;
  /** Reciprocal rank of the first gold document; 0 when none is found. */
  readonly mrr: number;
  readonly ndcg: number;
}

const NDCG_DEPTH = 10;

/** Scores a ranking of documents (best first, each once) against the gold documents, of which there is at least one. */
export function scoreRanking<T>(ranking: readonly T[], gold: readonly T[]): Scores {
  const first = ranking.findIndex((document) => gold.includes(document));
  return {
    r1: recallAt(1, ranking, gold),
    r5: recallAt(5, ranking, gold),
    r8: recallAt(8, ranking, gold),
    mrr: first === -1 ? 0 : 1 / (first + 1),
    ndcg: gainAt(NDCG_DEPTH, ranking, gold) / gainAt(NDCG_DEPTH, gold, gold),
  };
}

/** Gold documents among the first `k`, over as many as could be there. */
export function recallAt<T>(k: number, ranking: readonly T[], gold: readonly T[]): number {
  return ranking.slice(0, k).filter((document) => gold.includes(document)).length / Math.min(k, gold.length);
}

/** 95 % bootstrap interval of the mean (percentiles of 1,000 resamples). Deterministic. */
export function intervalOfMean(values: readonly number[], resamples = 1_000): readonly [number, number] {
  const random = createRandom(20_240_229);
  const means = Array.from({ length: resamples }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  ).sort((a, b) => a - b);
  const at = (share: number) => means[Math.floor(share * (resamples - 1))] ?? 0;
  return [at(0.025), at(0.975)];
}

/** Arithmetic mean; 0 for none. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function gainAt<T>(k: number, ranking: readonly T[], gold: readonly T[]): number {
  return ranking
    .slice(0, k)
    .reduce((sum, document, index) => sum + (gold.includes(document) ? 1 / Math.log2(index + 2) : 0), 0);
}

/** mulberry32: small, seeded, good enough to draw samples with. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
