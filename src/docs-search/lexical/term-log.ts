/** Entries in the first piece of memory: enough for what changes in a folder at a time. */
const FIRST = 1 << 14;
/**
 * Entries in each further piece: so large that the system gives it for what is used of it only, and takes it back at
 * once. Smaller ones stay with the process when they are done with.
 */
const FURTHER = 1 << 23;
const MAX_COUNT = 255;

interface Piece {
  readonly terms: Uint32Array<ArrayBuffer>;
  readonly counts: Uint8Array<ArrayBuffer>;
}

/** Terms of passages and how often each has them, one passage after the other, until the index is made of them. */
export class TermLog {
  readonly #pieces: Piece[] = [];
  size = 0;

  /** More than 255 times counts as 255. */
  append(term: number, count: number): void {
    const piece = this.#pieces[toPiece(this.size)] ?? this.#grow();
    const at = toPlace(this.size);
    piece.terms[at] = term;
    piece.counts[at] = Math.min(count, MAX_COUNT);
    this.size += 1;
  }

  term(at: number): number {
    return this.#pieces[toPiece(at)]?.terms[toPlace(at)] ?? 0;
  }

  count(at: number): number {
    return this.#pieces[toPiece(at)]?.counts[toPlace(at)] ?? 0;
  }

  /** Gives the memory back at once; nothing can be read from it any more. */
  free(): void {
    for (const { terms, counts } of this.#pieces.splice(0))
      for (const { buffer } of [terms, counts]) buffer.transfer(0);
    this.size = 0;
  }

  #grow(): Piece {
    const length = this.#pieces.length === 0 ? FIRST : FURTHER;
    const piece = { terms: new Uint32Array(length), counts: new Uint8Array(length) };
    this.#pieces.push(piece);
    return piece;
  }
}

function toPiece(at: number): number {
  return at < FIRST ? 0 : 1 + Math.floor((at - FIRST) / FURTHER);
}

function toPlace(at: number): number {
  return at < FIRST ? at : (at - FIRST) % FURTHER;
}
