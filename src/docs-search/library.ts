import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document, Skipped } from './document.ts';
import { createLexicalIndex, type LexicalIndex } from './lexical/lexical-index.ts';
import { type Kept, mergePostings, NO_POSTINGS } from './lexical/postings.ts';
import { TermLog } from './lexical/term-log.ts';
import { type PassageTerms, TermNumbers } from './lexical/term-numbers.ts';
import { type Listing, listFiles } from './list-files.ts';
import { type ReadFile, readDocument, toDocument } from './read-document.ts';
import { cutDocument, toNames } from './split-passages.ts';
import { type Turn, takeTurns } from './take-turns.ts';

/** A passage: a slice of a document's text. */
export interface Place {
  readonly document: Document;
  readonly start: number;
  readonly end: number;
}

/** The folder as of one moment. A search works on one of these from its beginning to its end. */
export interface Snapshot {
  /** In the order of the ids' code units. */
  readonly documents: ReadonlyMap<string, Document>;
  /** How many passages all documents have. They are numbered in order: what the lexical index counts through. */
  readonly passages: number;
  place(passage: number): Place | undefined;
  readonly lexical: LexicalIndex;
  readonly maxPassageChars: number;
  readonly skipped: readonly Skipped[];
}

export interface LibraryOptions {
  /** A real path. */
  readonly root: string;
  readonly maxPassageChars: number;
  readonly signal: AbortSignal;
  /** Milliseconds, from whenever: after ten of them others get their turn. */
  readonly now: () => number;
}

/** What was read of one file, kept until the file changes. */
interface Entry {
  readonly stamp: string;
  readonly file: string;
  readonly document: Document;
  /** Start and end of each passage, one after the other. */
  readonly bounds: Uint32Array;
  /** Its passages in the last snapshot's postings, or the terms that are to become some. */
  readonly terms: Kept | PassageTerms;
}

interface Refused {
  /** Undefined: to be looked at again in any case. */
  readonly stamp: string | undefined;
  readonly reason: string;
}

interface Looked {
  readonly stamp: string;
  readonly found: Entry | ReadFile | string;
}

/** Files read at a time, while those before them are analyzed. */
const BATCH = 16;

/** Reads the folder, and reads it again: only files whose size or times changed are opened then. */
export class Library {
  readonly #options: LibraryOptions;
  readonly #numbers = new TermNumbers();
  #postings = NO_POSTINGS;
  #entries = new Map<string, Entry>();
  #refused = new Map<string, Refused>();
  #snapshot: Snapshot | undefined;

  constructor(options: LibraryOptions) {
    this.#options = options;
  }

  /** Before the first `refresh` is through: nothing. */
  get snapshot(): Snapshot | undefined {
    return this.#snapshot;
  }

  /**
   * Brings the snapshot up to date and returns whether anything differs. `listing`: what is in the folder, for those who
   * know it already. Throws what reading the folder itself throws and the reason of an abort, and then changes nothing.
   */
  async refresh(listing?: Listing): Promise<boolean> {
    const { ids, skipped } = listing ?? (await listFiles(this.#options.root));
    const turn = takeTurns(this.#options.signal, this.#options.now);
    const log = new TermLog();
    const entries = new Map<string, Entry>();
    const refused = new Map<string, Refused>();
    const names = new Map<string, string>();
    for await (const { id, stamp, found } of this.#lookAt(ids)) {
      await turn();
      if (typeof found === 'string') {
        refused.set(id, { stamp, reason: found });
        continue;
      }
      const twin = names.get(found.file);
      // Without a stamp, since it is served again as soon as the other name is gone.
      if (twin !== undefined) refused.set(id, { stamp: undefined, reason: `the same file as ${twin}` });
      else {
        names.set(found.file, id);
        entries.set(id, 'terms' in found ? found : this.#analyze(id, found, stamp, log));
      }
    }
    const left = [...skipped, ...[...refused].map(([id, { reason }]) => ({ id, reason }))];
    const last = this.#snapshot;
    const isChanged =
      last === undefined ||
      entries.size !== this.#entries.size ||
      [...entries.values()].some(({ terms }) => isNew(terms));
    if (isChanged) await this.#replace(entries, log, left, turn);
    else this.#snapshot = { ...last, skipped: left };
    this.#refused = refused;
    return isChanged;
  }

  /** In the order of `ids`; the next ones are read meanwhile. */
  async *#lookAt(ids: readonly string[]): AsyncGenerator<Looked & { readonly id: string }> {
    const readFrom = (at: number) => {
      const batch = ids.slice(at, at + BATCH);
      const reading = Promise.all(batch.map(async (id) => ({ id, ...(await this.#look(id)) })));
      // Nobody may be there to see it fail.
      reading.catch(() => {});
      return reading;
    };
    let ahead = readFrom(0);
    for (let at = 0; at < ids.length; at += BATCH) {
      const looked = await ahead;
      ahead = readFrom(at + BATCH);
      yield* looked;
    }
  }

  /** What is known of an unchanged file, else what it holds now. */
  async #look(id: string): Promise<Looked> {
    const stamp = await readStamp(join(this.#options.root, ...id.split('/')));
    const known = this.#entries.get(id);
    if (known?.stamp === stamp) return { stamp, found: known };
    const refused = this.#refused.get(id);
    if (refused?.stamp === stamp) return { stamp, found: refused.reason };
    return { stamp, found: await readDocument(this.#options.root, id) };
  }

  #analyze(id: string, { bytes, file }: ReadFile, stamp: string, log: TermLog): Entry {
    const { document, text } = toDocument(id, bytes);
    const passages = cutDocument(text, this.#options.maxPassageChars);
    const bounds = Uint32Array.from(passages.flatMap(({ start, end }) => [start, end]));
    return {
      stamp,
      file,
      document,
      bounds,
      terms: this.#numbers.analyze({ names: toNames(document), text }, passages, log),
    };
  }

  async #replace(
    entries: ReadonlyMap<string, Entry>,
    log: TermLog,
    skipped: readonly Skipped[],
    turn: Turn,
  ): Promise<void> {
    const all = [...entries.values()];
    const terms = all.map((entry) => entry.terms);
    this.#postings = await mergePostings(this.#postings, terms, log, this.#numbers.size, turn);
    log.free();
    this.#entries = new Map();
    let first = 0;
    for (const [id, entry] of entries) {
      const count = entry.bounds.length / 2;
      this.#entries.set(id, { ...entry, terms: { first, count } });
      first += count;
    }
    this.#snapshot = {
      documents: new Map(all.map(({ document }) => [document.id, document])),
      passages: first,
      place: createPlaces([...this.#entries.values()]),
      lexical: createLexicalIndex(this.#numbers, this.#postings),
      maxPassageChars: this.#options.maxPassageChars,
      skipped,
    };
  }
}

function isNew(terms: Kept | PassageTerms): boolean {
  return 'sizes' in terms;
}

/** Finds a passage's document by halving. */
function createPlaces(entries: readonly Entry[]): Snapshot['place'] {
  const firsts = new Uint32Array(entries.length);
  let passages = 0;
  for (const [index, { bounds }] of entries.entries()) {
    firsts[index] = passages;
    passages += bounds.length / 2;
  }
  return (passage) => {
    let [low, high] = [0, entries.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((firsts[middle] ?? 0) <= passage) low = middle;
      else high = middle;
    }
    const entry = entries[low];
    const at = 2 * (passage - (firsts[low] ?? 0));
    const [start, end] = [entry?.bounds[at], entry?.bounds[at + 1]];
    return entry === undefined || start === undefined || end === undefined
      ? undefined
      : { document: entry.document, start, end };
  };
}

async function readStamp(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = await stat(path);
    return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
  } catch {
    return 'missing';
  }
}
