import { UnavailableError } from '../errors.ts';
import type { Document, Id } from '../model.ts';
import type { CallOptions, DocumentSource } from '../ports.ts';

const FIRST_READ = 20;
const LARGEST_READ = 500;
/** So many documents that fail one by one, and none that doesn't, are no fault of theirs. */
const MOST_IN_VAIN = 16;

export interface Reading {
  readonly documents: ReadonlyMap<Id, Document>;
  /** Documents the source can't deliver though it delivers others. */
  readonly unreadable: readonly Id[];
}

export interface ReadingOptions extends CallOptions {
  /** Documents that failed before: that they fail again proves nothing. */
  readonly failed?: { has(id: Id): boolean };
}

export interface ReadAheadOptions extends ReadingOptions {
  /** Text wanted in one reading, in UTF-16 code units: what bounds the memory of a run. */
  readonly charsPerRead: number;
}

const NOTHING: Reading = { documents: new Map(), unreadable: [] };

/** Yields `items` in groups small enough for memory with their documents, reading one group ahead of the consumer. */
export async function* readAhead<Item extends { readonly id: Id }>(
  source: DocumentSource,
  items: readonly Item[],
  options: ReadAheadOptions,
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
    const lengths = [...reading.documents.values()].map(({ content }) => content.length);
    size = planReadSize(size, lengths, options.charsPerRead);
    next = readNext();
    yield { items, ...reading };
  }
}

/** How many documents to read next, after `size` with texts of these `lengths`. Grows slowly: the next ones may be longer. */
export function planReadSize(size: number, lengths: readonly number[], charsPerRead: number): number {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1);
  const affordable = Math.floor(charsPerRead / Math.max(mean, 1));
  return Math.max(1, Math.min(LARGEST_READ, size * 4, affordable));
}

/**
 * Reads documents; one that makes the source fail is singled out by halving, so that it can't stop all the others.
 * Throws when the source doesn't answer at all, or delivers none of many.
 */
export async function readDocuments(
  source: DocumentSource,
  ids: readonly Id[],
  options: ReadingOptions,
): Promise<Reading> {
  const { failed } = options;
  let inVain = 0;
  const documents = new Map<Id, Document>();
  const unreadable: Id[] = [];
  const read = async (part: readonly Id[]) => {
    for (const document of await source.read(part, options)) documents.set(document.id, document);
  };
  const isDelivering = async () => {
    if (documents.size > 0) return true;
    // Those singled out so far may stand together at the beginning.
    const last = ids.at(-1);
    return last !== undefined && (await succeeds(() => read([last])));
  };
  const readOrHalve = async (part: readonly Id[]): Promise<void> => {
    const error = await findFailure(() => read(part));
    if (error === undefined) return;
    // Throws itself when the source is down, which is the usual case.
    await source.count(options);
    if (part.length > 1) {
      const middle = Math.ceil(part.length / 2);
      await readOrHalve(part.slice(0, middle));
      await readOrHalve(part.slice(middle));
      return;
    }
    if (await succeeds(() => read(part))) return;
    unreadable.push(...part);
    if (part.some((id) => failed?.has(id))) return;
    inVain += 1;
    if (inVain === MOST_IN_VAIN && ids.length > MOST_IN_VAIN && !(await isDelivering())) throw error;
  };
  await readOrHalve(ids);
  return { documents, unreadable };
}

async function succeeds(read: () => Promise<void>): Promise<boolean> {
  return (await findFailure(read)) === undefined;
}

/** What a single document may be to blame for. Throws everything else. */
async function findFailure(read: () => Promise<void>): Promise<UnavailableError | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof UnavailableError) return error;
    throw error;
  }
}
