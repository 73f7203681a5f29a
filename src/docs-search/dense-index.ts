import type { Embedder } from '../ports.ts';
import { type Document, toText } from './document.ts';
import { type Embeddings, toTextHash } from './embedding-cache.ts';
import type { Snapshot } from './library.ts';
import type { DenseRanking } from './search.ts';
import { cutDocument, toNames, toSearchedText } from './split-passages.ts';

/** Embedded at a time, so that an abort and other work get their turn. */
const BATCH = 64;

/**
 * What nobody writes documents about: invented words and keys in a row, short and long. The nearest passage to any of
 * these is near by chance: a question has to be nearer, whatever the model's habits are. With four of them every fifth
 * nonsense question still found something.
 */
const NONSENSE = [
  'xqz vvk plorf',
  'qwzx jjkk zzyx',
  'blarg frimble snoof',
  'lkjh mnbv poiu wqas',
  'drelb',
  'zxcvbnm poiuyt',
  'wug tove slithy gorp',
  'kaltrip venosch murbel',
  'hjklö',
  'tarnop quixel brasnu filtomar',
  'vrumsch plak dotterwix',
  'mmmmm nnnnn',
];
const MARGIN = 0.01;

/** What is kept from one snapshot to the next, so that only new passages cost anything. */
export interface Known {
  readonly embeddings: Embeddings;
  /** What a document's passages are kept under, in order. */
  readonly hashes: WeakMap<Document, readonly string[]>;
  /** Embeddings of nonsense, once they were needed. */
  readonly nonsense: Float32Array[];
}

/** The embeddings of one snapshot's passages. */
export interface DenseIndex {
  readonly snapshot: Snapshot;
  readonly dimensions: number;
  /** By passage; undefined for one that can't be embedded. */
  readonly embeddings: readonly (Float32Array | undefined)[];
  /** Least cosine similarity that is not chance. */
  readonly floor: number;
  /** How many embeddings `known` got or lost. */
  readonly changes: number;
}

/**
 * Embeds the passages of a snapshot that `known` doesn't hold, adds them to it, and forgets what no passage needs any
 * more. Throws what the embedder throws.
 */
export async function buildDenseIndex(
  snapshot: Snapshot,
  embedder: Embedder,
  known: Known,
  signal: AbortSignal,
): Promise<DenseIndex> {
  const { dimensions } = await embedder.recipe({ signal });
  const { embeddings } = known;
  const missing = new Map<string, string>();
  const needed: string[] = [];
  let changes = 0;
  for (const document of snapshot.documents.values()) {
    const hashes = known.hashes.get(document);
    if (hashes?.every((hash) => embeddings.has(hash))) {
      needed.push(...hashes);
      continue;
    }
    const texts = listTexts(document, snapshot.maxPassageChars);
    const fresh = texts.map(toTextHash);
    known.hashes.set(document, fresh);
    needed.push(...fresh);
    for (const [index, hash] of fresh.entries()) if (!embeddings.has(hash)) missing.set(hash, texts[index] ?? '');
    while (missing.size >= BATCH) await embedSome();
  }
  while (missing.size > 0) await embedSome();
  const wanted = new Set(needed);
  for (const hash of embeddings.keys()) if (!wanted.has(hash) && embeddings.delete(hash)) changes += 1;
  const index = { snapshot, dimensions, embeddings: needed.map((hash) => embeddings.get(hash)), floor: -1, changes };
  for (const text of NONSENSE.slice(known.nonsense.length))
    known.nonsense.push(await embedder.embedQuery(text, { signal }));
  const chance = known.nonsense.map((embedding) => rankByCosine(index, embedding, 1)[0]?.score ?? 0);
  return { ...index, floor: Math.max(...chance) + MARGIN };

  async function embedSome(): Promise<void> {
    const batch = [...missing].slice(0, BATCH);
    const embedded = await embedder.embedDocuments(
      batch.map(([, text]) => text),
      { signal },
    );
    for (const [index, [hash]] of batch.entries()) {
      missing.delete(hash);
      const embedding = embedded[index];
      if (!(embedding instanceof Float32Array) || embedding.length !== dimensions) continue;
      embeddings.set(hash, embedding);
      changes += 1;
    }
  }
}

function listTexts(document: Document, maxPassageChars: number): string[] {
  const text = toText(document);
  const names = toNames(document);
  return cutDocument(text, maxPassageChars).map((passage) => toSearchedText(names, text, passage));
}

/** Passages by cosine similarity, best first, none below the floor. `query` has length 1. Exact: every passage is looked at. */
export function rankByCosine(
  { embeddings, dimensions, floor }: DenseIndex,
  query: Float32Array,
  limit: number,
): DenseRanking {
  const found: { passage: number; score: number; margin: number }[] = [];
  for (const [passage, embedding] of embeddings.entries()) {
    if (embedding === undefined) continue;
    let score = 0;
    for (let at = 0; at < dimensions; at += 1) score += (embedding[at] ?? 0) * (query[at] ?? 0);
    if (score >= floor) found.push({ passage, score, margin: score - floor });
  }
  return found.sort((a, b) => b.score - a.score || a.passage - b.passage).slice(0, limit);
}
