import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Document, Skipped } from './document.ts';
import { buildLexicalIndex, type LexicalIndex } from './lexical-index.ts';
import { listFiles } from './list-files.ts';
import { type ReadFile, readDocument } from './read-document.ts';
import { type Passage, splitPassages } from './split-passages.ts';
import { type PassageTerms, TermNumbers } from './term-numbers.ts';

/** A passage and the document it is a slice of. */
export interface Place {
  readonly document: Document;
  readonly passage: Passage;
}

/** The folder as of one moment. A search works on one of these from its beginning to its end. */
export interface Snapshot {
  /** In the order of the ids' code units. */
  readonly documents: ReadonlyMap<string, Document>;
  /** Passages of all documents, in order: what the lexical index counts through. */
  readonly places: readonly Place[];
  readonly lexical: LexicalIndex;
  readonly skipped: readonly Skipped[];
}

export interface LibraryOptions {
  /** A real path. */
  readonly root: string;
  readonly maxPassageChars: number;
  readonly signal: AbortSignal;
}

/** What was read of one file, kept until the file changes. */
interface Entry {
  readonly stamp: string;
  readonly file: string;
  readonly document: Document;
  readonly passages: readonly Passage[];
  readonly terms: PassageTerms;
}

interface Refused {
  /** Undefined: to be looked at again in any case. */
  readonly stamp: string | undefined;
  readonly reason: string;
}

/** Files read at a time; other work gets its turn between two batches. */
const BATCH = 16;

/** Reads the folder, and reads it again: only files whose size or times changed are opened then. */
export class Library {
  readonly #options: LibraryOptions;
  readonly #numbers = new TermNumbers();
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
   * Brings the snapshot up to date and returns whether anything differs. Throws what reading the folder itself throws and
   * the reason of an abort, and then changes nothing.
   */
  async refresh(): Promise<boolean> {
    const { root, signal } = this.#options;
    const { ids, skipped } = await listFiles(root);
    const entries = new Map<string, Entry>();
    const refused = new Map<string, Refused>();
    const names = new Map<string, string>();
    for (let at = 0; at < ids.length; at += BATCH) {
      signal.throwIfAborted();
      const batch = ids.slice(at, at + BATCH);
      const looked = await Promise.all(batch.map((id) => this.#look(id)));
      for (const [index, { stamp, found }] of looked.entries()) {
        const id = batch[index] ?? '';
        const entry = typeof found === 'string' || 'terms' in found ? found : this.#analyze(found, stamp);
        const twin = typeof entry === 'string' ? undefined : names.get(entry.file);
        if (typeof entry === 'string') refused.set(id, { stamp, reason: entry });
        // Without a stamp, since it is served again as soon as the other name is gone.
        else if (twin !== undefined) refused.set(id, { stamp: undefined, reason: `the same file as ${twin}` });
        else {
          entries.set(id, entry);
          names.set(entry.file, id);
        }
      }
    }
    const isChanged = this.#snapshot === undefined || !hasSameValues(entries, this.#entries);
    this.#entries = entries;
    this.#refused = refused;
    const left = [...skipped, ...[...refused].map(([id, { reason }]) => ({ id, reason }))];
    const last = this.#snapshot;
    this.#snapshot = isChanged || last === undefined ? this.#build(left) : { ...last, skipped: left };
    return isChanged;
  }

  /** What is known of an unchanged file, else what it holds now. */
  async #look(id: string): Promise<{ readonly stamp: string; readonly found: Entry | ReadFile | string }> {
    const stamp = await readStamp(join(this.#options.root, ...id.split('/')));
    const known = this.#entries.get(id);
    if (known?.stamp === stamp) return { stamp, found: known };
    const refused = this.#refused.get(id);
    if (refused?.stamp === stamp) return { stamp, found: refused.reason };
    return { stamp, found: await readDocument(this.#options.root, id) };
  }

  #analyze({ document, file }: ReadFile, stamp: string): Entry {
    const passages = splitPassages(document.text, this.#options.maxPassageChars);
    // A document without any text is found by its name.
    const searched = passages.length > 0 ? passages : [{ start: 0, end: 0, headings: [] }];
    const terms = this.#numbers.analyze(searched.map((passage) => toSearchedText(document, passage)));
    return { stamp, file, document, passages: searched, terms };
  }

  #build(skipped: readonly Skipped[]): Snapshot {
    const entries = [...this.#entries.values()];
    return {
      documents: new Map(entries.map(({ document }) => [document.id, document])),
      places: entries.flatMap(({ document, passages }) => passages.map((passage) => ({ document, passage }))),
      lexical: buildLexicalIndex(
        this.#numbers,
        entries.map(({ terms }) => terms),
      ),
      skipped,
    };
  }
}

/** A passage is also found by the names it stands under. */
export function toSearchedText({ id, title, text }: Document, { start, end, headings }: Passage): string {
  return [id.replace(/\.\w+$/, ''), title, ...headings, text.slice(start, end)].join('\n');
}

async function readStamp(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = await stat(path);
    return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
  } catch {
    return 'missing';
  }
}

function hasSameValues(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
