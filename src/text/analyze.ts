import { fold } from './fold.ts';
import { findIdentifiers } from './identifiers.ts';
import { countStopWords, detectLanguage, LANGUAGES, type StemMemo, stemWord, stemWords } from './languages.ts';
import { splitWords } from './words.ts';

/** Part of the recipe: raised whenever a stored text would give other terms than before. */
export const ANALYZER_VERSION = 1;

export interface QueryWord {
  readonly folded: string;
  /** The word's terms in all languages, without repetitions. */
  readonly stems: readonly string[];
}

/** A question as terms. All lists are empty when it holds no letter or digit. */
export interface AnalyzedQuery {
  /** Without repetitions and without stop words, unless there are only stop words. */
  readonly words: readonly QueryWord[];
  /** Exact terms as `analyzeText` makes them, beginning with `#`. */
  readonly identifiers: readonly string[];
  /** Pieces of at least three letters to be looked for inside of folded words. */
  readonly parts: readonly string[];
}

/**
 * The terms of a stored text, in order and with repetitions: stems in the text's language, then the identifiers in it
 * (`#…`). Terms hold letters, marks and digits only, apart from that `#`. Never throws. Whoever analyzes many
 * texts passes the same `memo` (a new `Map`) along; it changes the speed only.
 */
export function analyzeText(text: string, memo: StemMemo = new Map()): string[] {
  const words = splitWords(fold(text));
  const terms = stemWords(words, detectLanguage(words), memo);
  for (const { term } of findIdentifiers(text)) terms.push(term);
  return terms;
}

/** The terms of a question. Never throws: whatever people type gives plain terms or nothing. */
export function analyzeQuery(question: string): AnalyzedQuery {
  const words = listContentWords(question).map((folded) => ({
    folded,
    stems: [...new Set(LANGUAGES.map((language) => stemWord(folded, language)))],
  }));
  return {
    words,
    identifiers: [...new Set(findIdentifiers(question).map(({ term }) => term))],
    parts: [...new Set(words.flatMap(toPart))],
  };
}

/** The words of a text, folded, without repetitions and without stop words, unless there are only stop words. */
export function listContentWords(text: string): readonly string[] {
  return dropStopWords([...new Set(splitWords(fold(text)))]);
}

function dropStopWords(words: readonly string[]): readonly string[] {
  const counts = countStopWords(words);
  const most = Math.max(...counts);
  // A stray hit of another language doesn't count: "die" and "son" are content words in an English question.
  const spoken = LANGUAGES.filter((_, index) => (counts[index] ?? 0) * 2 > most);
  const content = words.filter((word) => !spoken.some(({ stopWords }) => stopWords.has(word)));
  return content.length > 0 ? content : words;
}

/** The shortest stem that stands in the word as it is spelled: what its compounds and inflections share. */
function toPart({ folded, stems }: QueryWord): string[] {
  const inside = stems.filter((stem) => stem.length >= 3 && folded.includes(stem));
  const shortest = inside.reduce((best, stem) => (stem.length < best.length ? stem : best), folded);
  return shortest.length >= 3 ? [shortest] : [];
}
