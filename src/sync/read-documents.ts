import { UnavailableError } from '../errors.ts';
import type { Document, Id } from '../model.ts';
import type { CallOptions, DocumentSource } from '../ports.ts';

/** Text wanted in one reading, in UTF-16 code units: what bounds the memory of a run. */
const CHARS_PER_READ = 4_000_000;
const FIRST_READ = 20;
const LARGEST_READ = 500;

export interface Reading {
  readonly documents: ReadonlyMap<Id, Document>;
  /** Documents the source can't deliver though it delivers others. */
  readonly unreadable: readonly Id[];
}

const NOTHING: Reading = { documents: new Map(), unreadable: [] };

/** Yields `items` in groups small enough for memory with their documents, reading one group ahead of the consumer. */
export async function* readAhead<Item extends { readonly id: Id }>(
  source: DocumentSource,
  items: readonly Item[],
  options: CallOptions,
): AsyncGenerator<Reading & { readonly items: readonly Item[] }> {
  let at = 0;
  let size = FIRST_READ;
  const readNext = () => {
    const group = items.slice(at, at + size);
    at += group.length;
    const ids = group.map(({ id }) => id);
    const reading = ids.length === 0 ? Promise.resolve(NOTHING) : readDocuments(source, ids, options);
    // Awaited later, or never when the consumer stops: not an unhandled rejection meanwhile.
    reading.catch(() => {});
    return { group, reading };
  };
  let next = readNext();
  while (next.group.length > 0) {
    const items = next.group;
    const reading = await next.reading;
    size = planReadSize(
      size,
      [...reading.documents.values()].map(({ content }) => content.length),
    );
    next = readNext();
    yield { items, ...reading };
  }
}

/** How many documents to read next, after `size` with texts of these `lengths`. Grows slowly: the next ones may be longer. */
export function planReadSize(size: number, lengths: readonly number[]): number {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1);
  const affordable = Math.floor(CHARS_PER_READ / Math.max(mean, 1));
  return Math.max(1, Math.min(LARGEST_READ, size * 4, affordable));
}

/**
 * Reads documents; one that makes the source fail is singled out by halving, so that it can't stop all the others.
 * Throws when the source doesn't answer at all.
 */
export async function readDocuments(
  source: DocumentSource,
  ids: readonly Id[],
  options: CallOptions,
): Promise<Reading> {
  try {
    const documents = await source.read(ids, options);
    return { documents: new Map(documents.map((document) => [document.id, document])), unreadable: [] };
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    // Throws itself when the source is down, which is the usual case.
    await source.count(options);
    if (ids.length === 1) return readOnceMore(source, ids, options);
    const middle = Math.ceil(ids.length / 2);
    const left = await readDocuments(source, ids.slice(0, middle), options);
    const right = await readDocuments(source, ids.slice(middle), options);
    return {
      documents: new Map([...left.documents, ...right.documents]),
      unreadable: [...left.unreadable, ...right.unreadable],
    };
  }
}

async function readOnceMore(source: DocumentSource, ids: readonly Id[], options: CallOptions): Promise<Reading> {
  try {
    const documents = await source.read(ids, options);
    return { documents: new Map(documents.map((document) => [document.id, document])), unreadable: [] };
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return { documents: new Map(), unreadable: ids };
  }
}
