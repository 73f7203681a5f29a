/** Terms or words as Qdrant stores and queries them: indices ascending, without repetitions. */
export interface SparseVector {
  readonly indices: number[];
  readonly values: number[];
}

/** BM25's usual parameters. */
const K1 = 1.2;
const B = 0.75;
/**
 * Terms of a passage of full length (1,200 characters). BM25 wants the average of the library; a fixed number keeps a
 * passage's weights what they were when others come and go. Qdrant's own BM25 does the same.
 */
const USUAL_LENGTH = 180;

/**
 * The part of BM25 that belongs to a passage: how much each word says about it. The other part, how rare the word is,
 * is multiplied in when searching. `counts` are occurrences, `length` is the number of all words.
 */
export function weighPassage(counts: ReadonlyMap<string, number>, length: number): SparseVector {
  const norm = K1 * (1 - B + (B * length) / USUAL_LENGTH);
  return toSparseVector([...counts].map(([word, count]) => [word, (count * (K1 + 1)) / (count + norm)]));
}

/** How rare a word is that stands in `frequency` of `passages`: the idf of BM25, never negative. */
export function measureIdf(frequency: number, passages: number): number {
  return Math.log(1 + Math.max(0, passages - frequency + 0.5) / (frequency + 0.5));
}

/** Words with their weights; words of the same index are added up. */
export function toSparseVector(weights: Iterable<readonly [word: string, weight: number]>): SparseVector {
  const sums = new Map<number, number>();
  for (const [word, weight] of weights) {
    const index = hashWord(word);
    sums.set(index, (sums.get(index) ?? 0) + weight);
  }
  const entries = [...sums].sort(([a], [b]) => a - b);
  return {
    indices: entries.map(([index]) => index),
    // Five digits: more only make the request longer.
    values: entries.map(([, weight]) => Number(weight.toPrecision(5))),
  };
}

/**
 * FNV-1a over UTF-16 units: an index without a dictionary that all writers and readers would have to share. Among
 * 300,000 words about ten pairs share an index of 32 bits, and then find each other's passages: a little noise.
 */
function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
