import type { Embedder } from '../ports.ts';
import { type Embeddings, toTextHash } from './embedding-cache.ts';
import { type Snapshot, toSearchedText } from './library.ts';
import type { DenseRanking } from './search.ts';

/** Embedded at a time, so that an abort and other work get their turn. */
const BATCH = 64;

/**
 * What nobody writes documents about. The nearest passage to any of these is near by chance: a question has to be nearer,
 * whatever the model's habits are.
 */
const NONSENSE = ['xqz vvk plorf', 'qwzx jjkk zzyx', 'blarg frimble snoof', 'lkjh mnbv poiu wqas'];
const MARGIN = 0.01;

/** The embeddings of one snapshot's passages, one after the other. */
export interface DenseIndex {
  readonly snapshot: Snapshot;
  readonly dimensions: number;
  /** Zeros for a passage that can't be embedded. */
  readonly matrix: Float32Array;
  /** Least cosine similarity that is not chance. */
  readonly floor: number;
}

/**
 * Embeds the passages of a snapshot that `known` doesn't hold, adds them to it, and forgets what no passage needs any
 * more. Throws what the embedder throws.
 */
export async function buildDenseIndex(
  snapshot: Snapshot,
  embedder: Embedder,
  known: Embeddings,
  signal: AbortSignal,
): Promise<DenseIndex> {
  const { dimensions } = await embedder.recipe({ signal });
  const texts = snapshot.places.map(({ document, passage }) => toSearchedText(document, passage));
  const hashes = texts.map(toTextHash);
  const missing = [...new Map(hashes.map((hash, place) => [hash, place])).entries()].filter(
    ([hash]) => !known.has(hash),
  );
  for (let at = 0; at < missing.length; at += BATCH) {
    const batch = missing.slice(at, at + BATCH);
    const embedded = await embedder.embedDocuments(
      batch.map(([, place]) => texts[place] ?? ''),
      { signal },
    );
    for (const [index, [hash]] of batch.entries()) {
      const embedding = embedded[index];
      if (embedding instanceof Float32Array && embedding.length === dimensions) known.set(hash, embedding);
    }
  }
  const needed = new Set(hashes);
  for (const hash of known.keys()) if (!needed.has(hash)) known.delete(hash);
  const matrix = new Float32Array(hashes.length * dimensions);
  for (const [place, hash] of hashes.entries()) {
    const embedding = known.get(hash);
    if (embedding !== undefined) matrix.set(embedding, place * dimensions);
  }
  const index = { snapshot, dimensions, matrix, floor: -1 };
  const chance: number[] = [];
  for (const text of NONSENSE) {
    const [nearest] = rankByCosine(index, await embedder.embedQuery(text, { signal }), 1);
    chance.push(nearest?.score ?? 0);
  }
  return { ...index, floor: Math.max(...chance) + MARGIN };
}

/** Passages by cosine similarity, best first, none below the floor. `query` has length 1. Exact: every passage is looked at. */
export function rankByCosine(
  { matrix, dimensions, floor }: DenseIndex,
  query: Float32Array,
  limit: number,
): DenseRanking {
  const found: { passage: number; score: number }[] = [];
  for (let passage = 0; passage * dimensions < matrix.length; passage += 1) {
    let score = 0;
    for (let at = 0, base = passage * dimensions; at < dimensions; at += 1)
      score += (matrix[base + at] ?? 0) * (query[at] ?? 0);
    if (score >= floor) found.push({ passage, score });
  }
  return found.sort((a, b) => b.score - a.score || a.passage - b.passage).slice(0, limit);
}
