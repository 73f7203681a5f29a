import type { VocabularyQuery } from '../ports.ts';

/** In how many passages each word stands. */
export type WordCounts = ReadonlyMap<string, number>;

/** A vocabulary to look words up in. Made once per snapshot: making it sorts all words. */
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

export function createWordList(counts: WordCounts): WordList {
  const words = [...counts].sort(compareCounts).map(([word]) => word);
  return { counts, text: words.length === 0 ? '' : `\n${words.join('\n')}\n` };
}

export function countWord({ list, changes }: LayeredWords, word: string): number {
  return changes.get(word) ?? list.counts.get(word) ?? 0;
}

/** Words that match, the most frequent first, ties by word. An empty text matches nothing. */
export function findWords(words: LayeredWords, query: VocabularyQuery, limit: number): string[] {
  const text = query.kind === 'similar' ? query.first : query.text;
  if (limit <= 0 || text === '' || text.includes('\n')) return [];
  const changed = [...words.changes].filter(([word, count]) => count > 0 && matches(word, query));
  const found: [string, number][] = changed;
  for (const word of scan(words.list.text, query, text)) {
    if (words.changes.has(word)) continue;
    found.push([word, words.list.counts.get(word) ?? 0]);
    if (found.length >= limit + changed.length) break;
  }
  return found
    .sort(compareCounts)
    .slice(0, limit)
    .map(([word]) => word);
}

function* scan(list: string, query: VocabularyQuery, text: string): Generator<string> {
  const needle = query.kind === 'contains' ? text : query.kind === 'ends' ? `${text}\n` : `\n${text}`;
  let at = list.indexOf(needle);
  while (at >= 0) {
    const start = list.lastIndexOf('\n', query.kind === 'contains' || query.kind === 'ends' ? at - 1 : at) + 1;
    const end = list.indexOf('\n', start);
    const word = list.slice(start, end);
    if (matches(word, query)) yield word;
    at = list.indexOf(needle, end);
  }
}

function matches(word: string, query: VocabularyQuery): boolean {
  switch (query.kind) {
    case 'contains':
      return word.includes(query.text);
    case 'starts':
      return word.startsWith(query.text);
    case 'ends':
      return word.endsWith(query.text);
    case 'similar':
      return word.startsWith(query.first) && isWithin([...word].length, query.min, query.max);
  }
}

function isWithin(length: number, min: number, max: number): boolean {
  return length >= min && length <= max;
}

function compareCounts([a, many]: readonly [string, number], [b, few]: readonly [string, number]): number {
  return few - many || (a < b ? -1 : a > b ? 1 : 0);
}
