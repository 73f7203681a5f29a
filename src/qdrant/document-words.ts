import type { PassageWords } from './passage-words.ts';
import type { WordCounts } from './word-list.ts';

/** What a document adds to the vocabulary: its passages, and in how many of them each term and each word stands. */
export interface DocumentWords {
  readonly passages: number;
  readonly terms: WordCounts;
  readonly words: WordCounts;
}

/** `DocumentWords` as stored: lines of a word, a blank and its count. */
export interface StoredWords {
  readonly passages: number;
  readonly terms: string;
  readonly words: string;
}

export const NO_WORDS: StoredWords = { passages: 0, terms: '', words: '' };

export function countDocumentWords(passages: readonly PassageWords[]): DocumentWords {
  return {
    passages: passages.length,
    terms: countSets(passages.map(({ terms }) => terms)),
    words: countSets(passages.map(({ words }) => words)),
  };
}

export function formatWords({ passages, terms, words }: DocumentWords): StoredWords {
  return { passages, terms: formatCounts(terms), words: formatCounts(words) };
}

/** Words hold neither blanks nor line breaks: they are runs of letters, marks and digits, and `#`. */
export function formatCounts(counts: Iterable<readonly [string, number]>): string {
  return [...counts].map(([word, count]) => `${word} ${count}`).join('\n');
}

export function* parseCounts(lines: string): Generator<[word: string, count: number]> {
  if (lines === '') return;
  for (const line of lines.split('\n')) {
    const blank = line.lastIndexOf(' ');
    yield [line.slice(0, blank), Number(line.slice(blank + 1))];
  }
}

function countSets(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const item of set) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
