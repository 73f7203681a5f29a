import type { VocabularyQuery } from '../ports.ts';

/** In how many passages each word stands. */
export type WordCounts = ReadonlyMap<string, number>;

/** A vocabulary to look words up in, made once per snapshot. */
export interface WordList {
  readonly counts: WordCounts;
  /** All words, the most frequent first, each between line breaks: searched with the engine's fast `indexOf`. */
  readonly text: string;
}

/** A list with the new counts of a few words in front of it; a count of 0 means that the word is gone. */
export interface LayeredWords {
  readonly list: WordList;
  readonly changes: WordCounts;
}

/** What a word list can be asked: what the port asks of terms, and for the words that hold a text. */
export type WordQuery = VocabularyQuery | { readonly kind: 'contains'; readonly text: string };

/** `sorted` is in the order of `sortWords`. */
export function createWordList(sorted: Iterable<readonly [word: string, count: number]>): WordList {
  const counts = new Map(sorted);
  return { counts, text: counts.size === 0 ? '' : `\n${[...counts.keys()].join('\n')}\n` };
}

/** The most frequent words first, ties by word. Sorts within each count: many times faster than comparing pairs. */
export function sortWords(counts: Iterable<readonly [word: string, count: number]>): [word: string, count: number][] {
  const byCount = new Map<number, string[]>();
  for (const [word, count] of counts) {
    const words = byCount.get(count);
    if (words === undefined) byCount.set(count, [word]);
    else words.push(word);
  }
  const groups = [...byCount].sort(([a], [b]) => b - a);
  return groups.flatMap(([count, words]) => words.sort().map((word): [string, number] => [word, count]));
}

export function countWord({ list, changes }: LayeredWords, word: string): number {
  return changes.get(word) ?? list.counts.get(word) ?? 0;
}

/** Words that match, the most frequent first, ties by word. An empty text matches nothing. */
export function findWords(words: LayeredWords, query: WordQuery, limit: number): string[] {
  const text = query.kind === 'similar' ? query.first : query.text;
  if (limit <= 0 || text === '' || text.includes('\n')) return [];
  const changed = [...words.changes].filter(([word, count]) => count > 0 && matches(word, query));
  const found = [...changed];
  for (const word of scan(words.list.text, query, text)) {
    if (words.changes.has(word)) continue;
    found.push([word, words.list.counts.get(word) ?? 0]);
    if (found.length >= limit + changed.length) break;
  }
  return sortWords(found)
    .slice(0, limit)
    .map(([word]) => word);
}

function* scan(list: string, query: WordQuery, text: string): Generator<string> {
  const needle = query.kind === 'contains' ? text : `\n${text}`;
  let at = list.indexOf(needle);
  while (at >= 0) {
    const start = list.lastIndexOf('\n', query.kind === 'contains' ? at - 1 : at) + 1;
    const end = list.indexOf('\n', start);
    const word = list.slice(start, end);
    if (matches(word, query)) yield word;
    at = list.indexOf(needle, end);
  }
}

function matches(word: string, query: WordQuery): boolean {
  switch (query.kind) {
    case 'contains':
      return word.includes(query.text);
    case 'starts':
      return word.startsWith(query.text);
    case 'similar':
      return word.startsWith(query.first) && isWithin([...word].length, query.min, query.max);
  }
}

function isWithin(length: number, min: number, max: number): boolean {
  return length >= min && length <= max;
}
