import { fold } from '../../text/fold.ts';
import { splitWords } from '../../text/words.ts';
import { addToHash, MAX_UNITS, type WordTable, widen } from './word-table.ts';

/** What a unit below 128 is in a folded word; 0 for what stands between words. */
const LOWER = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  return /[0-9A-Za-z]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/**
 * Reads texts as numbers of their folded words, the same words as `splitWords(fold(text))` gives: unit by unit, and
 * each spelling with letters beyond ASCII is folded once.
 */
export class WordReader {
  readonly #table: WordTable;
  /** Words of a spelling beyond ASCII: its only word + 1, else a place in `#lists`, counted down from -1; 0 = not known yet. */
  #folded = new Int32Array(1 << 10);
  readonly #lists: (readonly number[])[] = [];
  /** The words that were read; behind `length` is nothing of interest. */
  words = new Uint32Array(1 << 10);
  length = 0;

  constructor(table: WordTable) {
    this.#table = table;
  }

  /** Appends the words of `text.slice(start, end)`. */
  read(text: string, start: number, end: number): void {
    const { scratch, seed } = this.#table;
    let first = start;
    let length = 0;
    let hash = seed;
    let isPlain = true;
    for (let at = start; at <= end; at += 1) {
      const unit = at < end ? text.charCodeAt(at) : 32;
      const lower = unit < 128 ? (LOWER[unit] ?? 0) : isBetweenWords(unit) ? 0 : unit;
      if (lower !== 0) {
        if (unit >= 128) isPlain = false;
        if (length === 0) first = at;
        if (length < MAX_UNITS) {
          scratch[length] = lower;
          hash = addToHash(hash, lower);
        }
        length += 1;
      } else if (length > 0) {
        if (isPlain) this.#push(this.#table.addScratch(Math.min(length, MAX_UNITS), hash));
        else if (length <= MAX_UNITS) this.#pushFolded(this.#table.addScratch(length, hash), text.slice(first, at));
        // Hardly ever the same again: text without blanks.
        else for (const word of splitWords(fold(text.slice(first, at)))) this.#push(this.#table.add(word));
        length = 0;
        hash = seed;
        isPlain = true;
      }
    }
  }

  #pushFolded(spelling: number, spelled: string): void {
    if (spelling >= this.#folded.length) {
      const room = 2 * this.#table.size * Int32Array.BYTES_PER_ELEMENT;
      this.#folded = new Int32Array(this.#folded.buffer.transfer(room));
    }
    let known = this.#folded[spelling] ?? 0;
    if (known === 0) {
      const numbers = splitWords(fold(spelled)).map((word) => this.#table.add(word));
      const [only] = numbers;
      known = only !== undefined && numbers.length === 1 ? only + 1 : -this.#lists.push(numbers);
      this.#folded[spelling] = known;
    }
    if (known > 0) this.#push(known - 1);
    else for (const word of this.#lists[-known - 1] ?? []) this.#push(word);
  }

  #push(word: number): void {
    if (this.length === this.words.length) this.words = widen(this.words, 2 * this.length);
    this.words[this.length] = word;
    this.length += 1;
  }
}

/** Frequent punctuation and signs that neither are letters or digits nor become some by folding. */
function isBetweenWords(unit: number): boolean {
  if (unit >= 0x2010) return unit <= 0x205e || unit === 0x20ac;
  return unit === 0xa0 || unit === 0xa7 || unit === 0xab || unit === 0xb0 || unit === 0xb7 || unit === 0xbb;
}
