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

/** The rows of `LANGUAGES` in which a word is a stop word: one look-up per word instead of one per language. */
const STOPPED_IN: ReadonlyMap<string, readonly number[]> = collectRows();

/** How many of `words` (folded) are stop words, by row of `LANGUAGES`. */
export function countStopWords(words: readonly string[]): readonly number[] {
  const counts = LANGUAGES.map(() => 0);
  for (const word of words) {
    const rows = STOPPED_IN.get(word);
    if (rows !== undefined) for (const row of rows) counts[row] = (counts[row] ?? 0) + 1;
  }
  return counts;
}

/** The language with the most stop words among `words` (folded); the earlier row wins a tie. */
export function detectLanguage(words: readonly string[]): Language {
  const counts = countStopWords(words);
  return LANGUAGES[counts.indexOf(Math.max(...counts))] ?? ENGLISH;
}

/** Stems already made, by language: saves two thirds of the analyzer's time over many texts. Owned by the caller. */
export type StemMemo = Map<Language, Map<string, string>>;

/** Words remembered per language; then the memory starts anew. OCR errors make vocabularies endless. */
const MAX_REMEMBERED = 50_000;
const LETTERS = /^[a-z]+$/;

/** The term of a folded word. Stop words and words with other characters than a–z (numbers, codes, Cyrillic) stay. */
export function stemWord(word: string, { stopWords, stem }: Language): string {
  return !LETTERS.test(word) || stopWords.has(word) ? word : stem(word);
}

/** `stemWord` of every word; looks up and fills `memo`. */
export function stemWords(words: readonly string[], language: Language, memo: StemMemo): string[] {
  const known = recall(memo, language);
  return words.map((word) => {
    const remembered = known.get(word);
    if (remembered !== undefined) return remembered;
    const stem = stemWord(word, language);
    known.set(word, stem);
    return stem;
  });
}

function recall(memo: StemMemo, language: Language): Map<string, string> {
  const known = memo.get(language);
  if (known !== undefined && known.size < MAX_REMEMBERED) return known;
  const fresh = new Map<string, string>();
  memo.set(language, fresh);
  return fresh;
}

function collectRows(): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (const [row, { stopWords }] of LANGUAGES.entries())
    for (const word of stopWords) rows.set(word, [...(rows.get(word) ?? []), row]);
  return rows;
}
