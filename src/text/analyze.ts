import { fold } from './fold.ts';
import { findIdentifiers } from './identifiers.ts';
import { countStopWords, detectLanguage, LANGUAGES, type StemMemo, stemWord, stemWords } from './languages.ts';

export { fold } from './fold.ts';
export type { StemMemo } from './languages.ts';

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

/** Longer words are noise (encoded data, lost blanks): cut here, in texts and questions alike. */
const MAX_WORD = 64;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts written without blanks between words, and quickly: where their characters are. */
const UNSPACED =
  /([\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Khmer}\p{scx=Lao}\p{scx=Myanmar}]+)/u;
const MAYBE_UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u{3ffff}]/u;

/**
 * The terms of a stored text, in order and with repetitions: stems in the text's language, then the identifiers in it
 * (`#…`). Terms hold letters, marks and digits only, apart from that `#`. Total and deterministic. Whoever analyzes
 * many texts passes the same `memo` (a new `Map`) along; it changes the speed only.
 */
export function analyzeText(text: string, memo: StemMemo = new Map()): string[] {
  const words = splitWords(fold(text));
  const terms = stemWords(words, detectLanguage(words), memo);
  for (const { term } of findIdentifiers(text)) terms.push(term);
  return terms;
}

/** The terms of a question. Total: whatever people type gives plain terms or nothing. */
export function analyzeQuery(question: string): AnalyzedQuery {
  const all = [...new Set(splitWords(fold(question)))];
  const content = dropStopWords(all);
  const words = content.map((folded) => ({
    folded,
    stems: [...new Set(LANGUAGES.map((language) => stemWord(folded, language)))],
  }));
  return {
    words,
    identifiers: [...new Set(findIdentifiers(question).map(({ term }) => term))],
    parts: [...new Set(words.flatMap(toPart))],
  };
}

function splitWords(folded: string): string[] {
  const runs = folded.match(WORDS) ?? [];
  return MAYBE_UNSPACED.test(folded) ? runs.flatMap(splitUnspaced) : runs.map(cutWord);
}

/** Scripts without blanks become overlapping pairs of characters; a single character stays alone. */
function splitUnspaced(run: string): string[] {
  if (!MAYBE_UNSPACED.test(run)) return [cutWord(run)];
  return run.split(UNSPACED).flatMap((piece, index) => {
    if (piece === '') return [];
    const characters = [...piece];
    // `split` with a group puts what the group matched at the odd places.
    if (index % 2 === 0) return [characters.slice(0, MAX_WORD).join('')];
    if (characters.length === 1) return characters;
    return characters.slice(1).map((character, before) => `${characters[before]}${character}`);
  });
}

function cutWord(word: string): string {
  return word.length > MAX_WORD ? word.slice(0, MAX_WORD) : word;
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
