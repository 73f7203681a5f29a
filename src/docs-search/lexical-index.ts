import type { PassageTerms, TermNumbers } from './term-numbers.ts';

export interface Scored {
  /** Place of the passage in the order in which the documents' passages were given. */
  readonly passage: number;
  readonly score: number;
}

/** Saturation of repetitions, and how much long passages pay; the usual values (Robertson and Zaragoza 2009). */
const K1 = 1.5;
const B = 0.75;

/** BM25 over passages, as of the moment it was built. */
export interface LexicalIndex {
  /** Best first, at most `limit`, ties in the order of the passages. `groups`: alternatives of one word each. */
  search(groups: readonly (readonly string[])[], limit: number): Scored[];
}

/**
 * Postings by term out of every document's passages, by counting sort. BM25 with
 * idf = ln(1 + (n − df + 0.5) / (df + 0.5)). Alternatives of a word (its stems in several languages) count as the best of
 * them, not as their sum.
 */
export function buildLexicalIndex(numbers: TermNumbers, documents: readonly PassageTerms[]): LexicalIndex {
  const passages = documents.reduce((sum, { lengths }) => sum + lengths.length, 0);
  const lengths = new Uint32Array(passages);
  const starts = new Uint32Array(numbers.size + 1);
  for (const { terms } of documents) for (const term of terms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term < numbers.size; term += 1) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  const total = starts[numbers.size] ?? 0;
  const postings = new Uint32Array(total);
  const counts = new Uint16Array(total);
  const free = starts.slice();
  let passage = 0;
  let words = 0;
  for (const document of documents)
    for (const [index, length] of document.lengths.entries()) {
      lengths[passage] = length;
      words += length;
      for (let at = document.offsets[index] ?? 0; at < (document.offsets[index + 1] ?? 0); at += 1) {
        const term = document.terms[at] ?? 0;
        const place = free[term] ?? 0;
        free[term] = place + 1;
        postings[place] = passage;
        counts[place] = document.counts[at] ?? 0;
      }
      passage += 1;
    }
  const averageLength = words / Math.max(1, passages);

  return { search };

  function search(groups: readonly (readonly string[])[], limit: number): Scored[] {
    const scores = new Float64Array(passages);
    const found = new Set<number>();
    for (const group of groups) addGroup(group, scores, found);
    return [...found]
      .map((number) => ({ passage: number, score: scores[number] ?? 0 }))
      .sort((a, b) => b.score - a.score || a.passage - b.passage)
      .slice(0, limit);
  }

  function addGroup(group: readonly string[], scores: Float64Array, found: Set<number>): void {
    const numbersOfGroup = [...new Set(group.flatMap((term) => numbers.find(term) ?? []))];
    const [only] = numbersOfGroup;
    if (only === undefined) return;
    if (numbersOfGroup.length === 1) {
      forEachScore(only, (at, score) => {
        scores[at] = (scores[at] ?? 0) + score;
        found.add(at);
      });
      return;
    }
    const best = new Map<number, number>();
    for (const term of numbersOfGroup)
      forEachScore(term, (at, score) => best.set(at, Math.max(best.get(at) ?? 0, score)));
    for (const [at, score] of best) {
      scores[at] = (scores[at] ?? 0) + score;
      found.add(at);
    }
  }

  function forEachScore(term: number, take: (passage: number, score: number) => void): void {
    const start = starts[term] ?? 0;
    // A term that came after this index was built.
    const end = term < starts.length - 1 ? (starts[term + 1] ?? 0) : start;
    const inverse = Math.log(1 + (passages - (end - start) + 0.5) / (end - start + 0.5));
    for (let place = start; place < end; place += 1) {
      const at = postings[place] ?? 0;
      const count = counts[place] ?? 0;
      const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / averageLength);
      take(at, (inverse * count * (K1 + 1)) / (count + norm));
    }
  }
}
