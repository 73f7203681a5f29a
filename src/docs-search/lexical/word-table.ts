import { randomInt } from 'node:crypto';

/** The multiplier of FNV-1a, a hash that takes one unit at a time. */
const PRIME = 0x01000193;
/** A word no longer than this can be put into `scratch`. */
export const MAX_UNITS = 64;

/**
 * Different words, numbered from 0 in the order they come, each kept once, as code units side by side: looked up
 * without making a string. Grows, never shrinks.
 */
export class WordTable {
  /** Where the word that `addScratch` adds is put, unit by unit. */
  readonly scratch = new Uint16Array(MAX_UNITS);
  /** What hashes begin with. By chance, so that no document can be written whose words all meet in one place. */
  readonly seed = randomInt(2 ** 31);
  #size = 0;
  /** Hash and number + 1 of a word side by side, at the place of its hash or the next free one. At most half are taken. */
  #slots = new Int32Array(1 << 14);
  /** Where each word's length stands in `#units`; its units follow. */
  #starts = new Uint32Array(1 << 12);
  #units = new Uint16Array(1 << 15);
  #used = 0;

  get size(): number {
    return this.#size;
  }

  add(word: string): number {
    return this.#lookUp(this.#toUnits(word), word.length, this.#hash(word), true);
  }

  /** `undefined` for a word that never came. */
  find(word: string): number | undefined {
    const number = this.#lookUp(this.#toUnits(word), word.length, this.#hash(word), false);
    return number < 0 ? undefined : number;
  }

  /** Adds the first `length` units of `scratch`; `hash` is `addToHash` of all of them, from `seed` on. */
  addScratch(length: number, hash: number): number {
    return this.#lookUp(this.scratch, length, hash, true);
  }

  spell(number: number): string {
    const start = this.#starts[number] ?? 0;
    let word = '';
    for (let at = start + 1; at <= start + (this.#units[start] ?? 0); at += 1)
      word += String.fromCharCode(this.#units[at] ?? 0);
    return word;
  }

  #toUnits(word: string): Uint16Array {
    const units = word.length > MAX_UNITS ? new Uint16Array(word.length) : this.scratch;
    for (let at = 0; at < word.length; at += 1) units[at] = word.charCodeAt(at);
    return units;
  }

  #hash(word: string): number {
    let hash = this.seed;
    for (let at = 0; at < word.length; at += 1) hash = addToHash(hash, word.charCodeAt(at));
    return hash;
  }

  #lookUp(word: Uint16Array, length: number, hash: number, isAdding: boolean): number {
    const slots = this.#slots;
    const units = this.#units;
    const mask = slots.length - 1;
    let slot = toSlot(hash) & mask;
    for (let taken = slots[slot + 1] ?? 0; taken !== 0; taken = slots[slot + 1] ?? 0) {
      if (slots[slot] === hash) {
        const start = this.#starts[taken - 1] ?? 0;
        let at = units[start] === length ? 0 : length + 1;
        while (at < length && units[start + 1 + at] === word[at]) at += 1;
        if (at === length) return taken - 1;
      }
      slot = (slot + 2) & mask;
    }
    return isAdding ? this.#append(word, length, hash, slot) : -1;
  }

  #append(word: Uint16Array, length: number, hash: number, slot: number): number {
    const number = this.#size;
    const start = this.#used;
    if (start + length + 1 > this.#units.length) {
      const room = start + length + 1 + (this.#units.length >> 1);
      this.#units = new Uint16Array(this.#units.buffer.transfer(room * Uint16Array.BYTES_PER_ELEMENT));
    }
    this.#units[start] = length;
    for (let at = 0; at < length; at += 1) this.#units[start + 1 + at] = word[at] ?? 0;
    this.#used = start + length + 1;
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = number + 1;
    this.#starts[number] = start;
    this.#size = number + 1;
    if (this.#size === this.#starts.length) this.#widen();
    return number;
  }

  /** Twice the room; the words find their places anew. */
  #widen(): void {
    this.#starts = widen(this.#starts, 2 * this.#size);
    const old = this.#slots;
    const slots = new Int32Array(2 * old.length);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      let slot = toSlot(old[from] ?? 0) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
      slots[slot] = old[from] ?? 0;
      slots[slot + 1] = old[from + 1] ?? 0;
    }
    old.buffer.transfer(0);
    this.#slots = slots;
  }
}

/** An even number: slots are pairs. */
function toSlot(hash: number): number {
  return (hash ^ (hash >> 15)) << 1;
}

/** The hash of a word with one more unit; a whole number of 32 bits. */
export function addToHash(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, PRIME);
}

/** The same numbers with room for `length`, zeros behind them; the old array is empty then, its memory given back. */
export function widen(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(numbers.buffer.transfer(length * Uint32Array.BYTES_PER_ELEMENT));
}
