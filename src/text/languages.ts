import { stemmer } from 'stemmer';
import { stemGerman } from './stem-german.ts';
import { stemSpanish } from './stem-spanish.ts';
import { ENGLISH_STOP_WORDS, GERMAN_STOP_WORDS, SPANISH_STOP_WORDS } from './stop-words.ts';

export interface Language {
  readonly code: string;
  readonly stopWords: ReadonlySet<string>;
  /** Takes a folded word of the letters a–z. */
  readonly stem: (word: string) => string;
}

const ENGLISH: Language = { code: 'en', stopWords: ENGLISH_STOP_WORDS, stem: stemmer };

/** A further language is one more row. The first one is taken for texts without any stop word. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { code: 'de', stopWords: GERMAN_STOP_WORDS, stem: stemGerman },
  { code: 'es', stopWords: SPANISH_STOP_WORDS, stem: stemSpanish },
];

/** How many of `words` (folded) are stop words, by row of `LANGUAGES`. */
export function countStopWords(words: readonly string[]): readonly number[] {
  return LANGUAGES.map(({ stopWords }) => words.reduce((count, word) => count + (stopWords.has(word) ? 1 : 0), 0));
}

/** The language with the most stop words among `words` (folded); the earlier row wins a tie. */
export function detectLanguage(words: readonly string[]): Language {
  const counts = countStopWords(words);
  return LANGUAGES[counts.indexOf(Math.max(...counts))] ?? ENGLISH;
}
