import { listContentWords, type QueryWord } from '../../text/analyze.ts';
import { findDates, isDateStated } from '../../text/dates.ts';
import { fold } from '../../text/fold.ts';
import { findIdentifiers } from '../../text/identifiers.ts';
import { detectLanguage, type Language, stemWord } from '../../text/languages.ts';
import { splitWords } from '../../text/words.ts';
import type { QuestionTerms, QuestionWord } from '../terms.ts';

/** One thing the question names: its share of all that it names (the rarer the more), and how far a text names it too, 0 … 1. */
export interface Clue {
  readonly weight: number;
  readonly find: (text: ReadText) => number;
}

/** A text of the archive, taken apart as clues need it. */
export interface ReadText {
  /** Folded, stop words left out. */
  readonly words: readonly string[];
  /** The words and their stems in the text's language, as the index has them. */
  readonly terms: ReadonlySet<string>;
  readonly identifiers: ReadonlySet<string>;
  /** Readings, as `findDates` gives them. */
  readonly dates: readonly string[];
}

/** What only the previous question names is context: it counts half. */
const CONTEXT_WEIGHT = 0.5;
/** A compound of the word, or a part of it: `Beitrag` in `Versicherungsbeitrag`. */
const PART_CREDIT = 0.6;

/** What it may be a misspelling of. */
const GUESS_CREDIT = 0.5;

/** Short pieces are in words by chance. */
const MIN_PART = 4;

/** Letters that a stem may lack of its word. */
const ENDING = 2;

const ENDING_OF_VOWELS = /^([^aeiouy]{0,3}[aeiouy]{2})e[mnrs]?$/;

/** Takes a text apart. `language` is that of the text around it: a table row by itself is in none. Total. */
export function readText(text: string, language = detectTextLanguage(text)): ReadText {
  const words = listContentWords(text);
  let identifiers: ReadonlySet<string> | undefined;
  let dates: readonly string[] | undefined;
  return {
    words,
    terms: new Set(words.flatMap((word) => [word, stemWord(word, language), toBare(word)])),
    // Few questions name any, and looking for them takes longer than all the rest.
    get identifiers() {
      identifiers ??= new Set(findIdentifiers(text).map(({ term }) => term));
      return identifiers;
    },
    get dates() {
      dates ??= findDates(text).flatMap(({ readings }) => readings);
      return dates;
    },
  };
}

export function detectTextLanguage(text: string): Language {
  return detectLanguage(splitWords(fold(text)));
}

/** The clues in `terms`; words that `question` itself doesn't hold come from the question before it. */
export function buildClues(question: string, terms: QuestionTerms): Clue[] {
  const { words: ownWords, identifiers: ownIdentifiers, dates: ownDates } = readText(question);
  const rarest = Math.max(1, ...terms.words.map(({ idf }) => idf));
  const words = terms.words.map((word) => ({
    // A word the archive doesn't know can still be part of one.
    weight: (word.idf || rarest) * (ownWords.includes(word.folded) ? 1 : CONTEXT_WEIGHT),
    find: (text: ReadText) => findWord(word, terms.words, text),
  }));
  const identifiers = terms.query.identifiers.map((identifier) => ({
    weight: rarest * (ownIdentifiers.has(identifier) ? 1 : CONTEXT_WEIGHT),
    find: (text: ReadText) => (text.identifiers.has(identifier) ? 1 : 0),
  }));
  const dates = readText(terms.text).dates.map((date) => ({
    weight: rarest * (ownDates.includes(date) ? 1 : CONTEXT_WEIGHT),
    find: (text: ReadText) => (text.dates.some((given) => isDateStated(date, given)) ? 1 : 0),
  }));
  const clues = [...words, ...identifiers, ...dates];
  const sum = clues.reduce((total, { weight }) => total + weight, 0);
  return clues.map(({ weight, find }) => ({ weight: weight / sum, find }));
}

/** Whether a text has the word in any form, a compound of it, or a part of it. */
export function isNamed(word: QueryWord, text: ReadText): boolean {
  return findWord({ ...word, guesses: [], idf: 0 }, [], text) > 0;
}

function findWord(word: QuestionWord, all: readonly QuestionWord[], text: ReadText): number {
  if (word.stems.some((stem) => text.terms.has(stem)) || text.terms.has(toBare(word.folded))) return 1;
  const stem = toShortest(word);
  const compound = text.words.find((other) => isPart(stem, other));
  // "die Miete für den Zähler" is the Zählermiete, and no other.
  if (compound !== undefined && all.some((other) => other !== word && isPart(toShortest(other), compound))) return 1;
  if (compound !== undefined || text.words.some((other) => isPart(other, word.folded))) return PART_CREDIT;
  return word.guesses.some((guess) => text.terms.has(guess)) ? GUESS_CREDIT : 0;
}

/**
 * The German stemmer takes no ending from vowels: "neue" and "neuer" (blau, frei, treu …) would be two words. Not done in
 * the stemmer itself, since there it would mean a new index.
 */
function toBare(word: string): string {
  return ENDING_OF_VOWELS.exec(word)?.[1] ?? word;
}

function toShortest(word: QuestionWord): string {
  return word.stems
    .filter((stem) => stem.length >= MIN_PART)
    .reduce((a, b) => (b.length < a.length ? b : a), word.folded);
}

/** Whether `part` begins or ends `whole`, an ending aside. */
function isPart(part: string, whole: string): boolean {
  if (part.length < MIN_PART || whole.length - part.length < 3) return false;
  const last = whole.lastIndexOf(part);
  return whole.startsWith(part) || (last >= 3 && last + part.length + ENDING >= whole.length);
}
