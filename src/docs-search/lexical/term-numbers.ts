import { findIdentifiers } from '../../text/identifiers.ts';
import { LANGUAGES, stemWord } from '../../text/languages.ts';
import type { Passage } from '../split-passages.ts';
import type { TermLog } from './term-log.ts';
import { WordReader } from './word-reader.ts';
import { WordTable, widen } from './word-table.ts';

/** Sizes of a document's passages, and where in the log their terms begin. */
export interface PassageTerms {
  readonly from: number;
  /** Number of terms of each passage, repetitions included. */
  readonly lengths: Uint32Array;
  /** Number of different terms of each: its entries in the log. */
  readonly sizes: Uint32Array;
}

/** The text of a document, and what all of its passages are found by. */
export interface SearchedText {
  readonly names: readonly string[];
  readonly text: string;
}

/**
 * Numbers for terms, shared by all documents of an index; grows, never shrinks. The terms are those of `analyzeText`, made
 * with one look-up per word and no string: a folder is read again whenever somebody starts a client. Every term is a
 * word of the table.
 */
export class TermNumbers {
  readonly #table = new WordTable();
  readonly #reader = new WordReader(this.#table);
  /** Rows of `LANGUAGES` in which a word is a stop word, as bits. Stop words are the first words of the table. */
  readonly #stops: readonly number[];
  /** By row of `LANGUAGES`: number of a word's term + 1, by word; 0 = not known yet. */
  readonly #terms = LANGUAGES.map(() => new Uint32Array(1 << 12));
  /** By number of a term: how often the passage at hand has it. All zero in between. */
  #tally = new Uint32Array(1 << 12);
  /** The different terms of the passage at hand. */
  #different = new Uint32Array(1 << 10);

  constructor() {
    const words = new Set(LANGUAGES.flatMap(({ stopWords }) => [...stopWords]));
    for (const word of words) this.#table.add(word);
    this.#stops = [...words].map((word) =>
      LANGUAGES.reduce((bits, { stopWords }, row) => (stopWords.has(word) ? bits | (1 << row) : bits), 0),
    );
  }

  /** `undefined`: no passage has the term. */
  find(term: string): number | undefined {
    return this.#table.find(term);
  }

  get size(): number {
    return this.#table.size;
  }

  /** Appends to `log` what `mergePostings` needs of one document, passage by passage. */
  analyze({ names, text }: SearchedText, passages: readonly Passage[], log: TermLog): PassageTerms {
    const from = log.size;
    const lengths = new Uint32Array(passages.length);
    const sizes = new Uint32Array(passages.length);
    const reader = this.#reader;
    reader.length = 0;
    // The same heading stands above many passages.
    const named = new Map<string, readonly number[]>();
    const common = names.flatMap((name) => this.#read(name, named));
    const begin = reader.length;
    const inText = findIdentifiers(text);
    let next = 0;
    for (const [index, { start, end, headings }] of passages.entries()) {
      reader.length = begin;
      const identifiers = [...common];
      for (const heading of headings) identifiers.push(...this.#read(heading, named));
      reader.read(text, start, end);
      for (; (inText[next]?.start ?? end) < end; next += 1) identifiers.push(this.#table.add(inText[next]?.term ?? ''));
      lengths[index] = reader.length + identifiers.length;
      sizes[index] = this.#count(identifiers, log);
    }
    return { from, lengths, sizes };
  }

  /** The words go to the reader, the identifiers are returned. */
  #read(name: string, named: Map<string, readonly number[]>): readonly number[] {
    this.#reader.read(name, 0, name.length);
    const known = named.get(name);
    if (known !== undefined) return known;
    const identifiers = findIdentifiers(name).map(({ term }) => this.#table.add(term));
    named.set(name, identifiers);
    return identifiers;
  }

  /** Logs the different terms of the words that were read, and of `identifiers`; returns how many there are. */
  #count(identifiers: readonly number[], log: TermLog): number {
    const { words, length } = this.#reader;
    const most = length + identifiers.length;
    if (most > this.#different.length) this.#different = new Uint32Array(2 * most);
    const row = this.#findRow();
    const terms = this.#listTerms(row);
    // Stems that are new to the table come last in it.
    if (this.#table.size + most > this.#tally.length) this.#tally = widen(this.#tally, 2 * (this.#table.size + most));
    const [tally, different] = [this.#tally, this.#different];
    let size = 0;
    for (let at = 0; at < most; at += 1) {
      const word = words[at] ?? 0;
      const known = at < length ? (terms[word] ?? 0) : (identifiers[at - length] ?? 0) + 1;
      const term = known > 0 ? known - 1 : this.#learnTerm(word, row, terms);
      const before = tally[term] ?? 0;
      tally[term] = before + 1;
      if (before === 0) different[size++] = term;
    }
    for (let at = 0; at < size; at += 1) {
      const term = different[at] ?? 0;
      log.append(term, tally[term] ?? 0);
      tally[term] = 0;
    }
    return size;
  }

  /** With room for all words there are. */
  #listTerms(row: number): Uint32Array {
    let terms = this.#terms[row] ?? new Uint32Array();
    if (terms.length < this.#table.size) {
      terms = widen(terms, 2 * this.#table.size);
      this.#terms[row] = terms;
    }
    return terms;
  }

  #learnTerm(word: number, row: number, terms: Uint32Array): number {
    const language = LANGUAGES[row];
    const term = language === undefined ? word : this.#table.add(stemWord(this.#table.spell(word), language));
    terms[word] = term + 1;
    return term;
  }

  /** As `detectLanguage`: the row with the most stop words, the earlier one of a tie. */
  #findRow(): number {
    const { words, length } = this.#reader;
    const counts = LANGUAGES.map(() => 0);
    for (let at = 0; at < length; at += 1) {
      const word = words[at] ?? 0;
      if (word >= this.#stops.length) continue;
      const rows = this.#stops[word] ?? 0;
      for (let row = 0; row < counts.length; row += 1) if (rows & (1 << row)) counts[row] = (counts[row] ?? 0) + 1;
    }
    return counts.indexOf(Math.max(...counts));
  }
}
