import { fold } from '../text/fold.ts';
import { findIdentifiers } from '../text/identifiers.ts';
import { LANGUAGES, stemWord } from '../text/languages.ts';
import { splitWords } from '../text/words.ts';

/** Term frequencies of passages, side by side in typed arrays: a tenth of the memory of objects. */
export interface PassageTerms {
  /** Number of terms of each passage, repetitions included. */
  readonly lengths: Uint32Array;
  /** Where each passage's terms begin in `terms` and `counts`, and at last where the last one's end. */
  readonly offsets: Uint32Array;
  readonly terms: Uint32Array;
  readonly counts: Uint16Array;
}

/** What there is to know about a folded word. */
interface Word {
  /** Rows of `LANGUAGES` in which it is a stop word. */
  readonly stopsIn: readonly number[];
  /** Number of its term, by row of `LANGUAGES`, as far as it was needed. */
  readonly terms: (number | undefined)[];
}

/** Words remembered; then the memory starts anew. Numbers of terms stay. */
const MAX_REMEMBERED = 300_000;
const MAX_COUNT = 0xffff;

/**
 * Numbers for terms, shared by all documents of an index; grows, never shrinks. The terms are those of `analyzeText`, made
 * with one look-up per word: a folder is read again whenever somebody starts a client.
 */
export class TermNumbers {
  readonly #numbers = new Map<string, number>();
  #words = new Map<string, Word>();
  /** By number of a term: how often the passage at hand has it. All zero in between. */
  #tally = new Uint16Array(1 << 16);

  /** `undefined`: no passage has the term. */
  find(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  get size(): number {
    return this.#numbers.size;
  }

  /** What `buildLexicalIndex` needs of one document: each text is one passage with what it shall be found by. */
  analyze(texts: readonly string[]): PassageTerms {
    const lengths = new Uint32Array(texts.length);
    const offsets = new Uint32Array(texts.length + 1);
    const terms: number[] = [];
    const counts: number[] = [];
    for (const [index, text] of texts.entries()) {
      const begin = terms.length;
      lengths[index] = this.#collect(text, terms);
      for (let at = begin; at < terms.length; at += 1) {
        const term = terms[at] ?? 0;
        counts.push(this.#tally[term] ?? 0);
        this.#tally[term] = 0;
      }
      offsets[index + 1] = terms.length;
    }
    return { lengths, offsets, terms: Uint32Array.from(terms), counts: Uint16Array.from(counts) };
  }

  /** Adds the different terms of a text to `terms`, counts them, and returns how many there are with repetitions. */
  #collect(text: string, terms: number[]): number {
    const words = splitWords(fold(text)).map((word) => [word, this.#look(word)] as const);
    const row = findRow(words);
    const language = LANGUAGES[row];
    for (const [word, known] of words) {
      let term = known.terms[row];
      if (term === undefined) {
        term = this.#number(language === undefined ? word : stemWord(word, language));
        known.terms[row] = term;
      }
      this.#count(term, terms);
    }
    const identifiers = findIdentifiers(text);
    for (const { term } of identifiers) this.#count(this.#number(term), terms);
    return words.length + identifiers.length;
  }

  #count(term: number, terms: number[]): void {
    const before = this.#tally[term] ?? 0;
    if (before === 0) terms.push(term);
    if (before < MAX_COUNT) this.#tally[term] = before + 1;
  }

  #look(word: string): Word {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    if (this.#words.size >= MAX_REMEMBERED) this.#words = new Map();
    const fresh: Word = {
      stopsIn: LANGUAGES.flatMap(({ stopWords }, row) => (stopWords.has(word) ? row : [])),
      terms: LANGUAGES.map(() => undefined),
    };
    this.#words.set(word, fresh);
    return fresh;
  }

  #number(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(term, number);
    if (number >= this.#tally.length) {
      const wider = new Uint16Array(2 * this.#tally.length);
      wider.set(this.#tally);
      this.#tally = wider;
    }
    return number;
  }
}

/** As `detectLanguage`: the row with the most stop words, the earlier one of a tie. */
function findRow(words: readonly (readonly [string, Word])[]): number {
  const counts = LANGUAGES.map(() => 0);
  for (const [, { stopsIn }] of words) for (const row of stopsIn) counts[row] = (counts[row] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts));
}
