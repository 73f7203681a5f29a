/**
 * Entries per piece of memory: so large that the system gives it for what is used of it only, and takes it back at once.
 * Smaller ones stay with the process when they are done with.
 */
const PIECE = 1 << 23;
const MAX_COUNT = 255;

/** Terms of passages and how often each has them, one passage after the other, until the index is made of them. */
export class TermLog {
  readonly #terms: Uint32Array<ArrayBuffer>[] = [];
  readonly #counts: Uint8Array<ArrayBuffer>[] = [];
  size = 0;

  /** More than 255 times counts as 255. */
  append(term: number, count: number): void {
    const at = this.size % PIECE;
    if (at === 0) {
      this.#terms.push(new Uint32Array(PIECE));
      this.#counts.push(new Uint8Array(PIECE));
    }
    const piece = this.#terms.length - 1;
    const [terms, counts] = [this.#terms[piece], this.#counts[piece]];
    if (terms !== undefined) terms[at] = term;
    if (counts !== undefined) counts[at] = Math.min(count, MAX_COUNT);
    this.size += 1;
  }

  term(at: number): number {
    return this.#terms[Math.floor(at / PIECE)]?.[at % PIECE] ?? 0;
  }

  count(at: number): number {
    return this.#counts[Math.floor(at / PIECE)]?.[at % PIECE] ?? 0;
  }

  /** Gives the memory back at once; nothing can be read from it any more. */
  free(): void {
    for (const { buffer } of [...this.#terms.splice(0), ...this.#counts.splice(0)]) buffer.transfer(0);
    this.size = 0;
  }
}
