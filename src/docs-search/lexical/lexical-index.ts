import type { Postings } from './postings.ts';
import type { TermNumbers } from './term-numbers.ts';

export interface Scored {
  /** Place of the passage in the order of the documents' passages. */
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
 * BM25 with idf = ln(1 + (n − df + 0.5) / (df + 0.5)). Alternatives of a word (its stems in several languages) count as
 * the best of them, not as their sum.
 */
export function createLexicalIndex(numbers: TermNumbers, postings: Postings): LexicalIndex {
  const { lengths, starts, passages, counts } = postings;
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);

  return { search };

  function search(groups: readonly (readonly string[])[], limit: number): Scored[] {
    const scores = new Float64Array(lengths.length);
    const found = new Set<number>();
    for (const group of groups) addGroup(group, scores, found);
    return [...found]
      .map((number) => ({ passage: number, score: scores[number] ?? 0 }))
      .sort((a, b) => b.score - a.score || a.passage - b.passage)
      .slice(0, limit);
  }

  function addGroup(group: readonly string[], scores: Float64Array, found: Set<number>): void {
    const numbersOfGroup = [...new Set(group.flatMap((term) => numbers.find(term) ?? []))].filter(hasPostings);
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

  /** Not so for words that only came after this index was built. */
  function hasPostings(term: number): boolean {
    return (starts[term + 1] ?? 0) > (starts[term] ?? 0);
  }

  function forEachScore(term: number, take: (passage: number, score: number) => void): void {
    const start = starts[term] ?? 0;
    const end = starts[term + 1] ?? 0;
    const inverse = Math.log(1 + (lengths.length - (end - start) + 0.5) / (end - start + 0.5));
    for (let place = start; place < end; place += 1) {
      const at = passages[place] ?? 0;
      const count = counts[place] ?? 0;
      const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / averageLength);
      take(at, (inverse * count * (K1 + 1)) / (count + norm));
    }
  }
}
