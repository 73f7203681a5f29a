import { z } from 'zod';
import { StorageError } from '../errors.ts';
import type { CallOptions } from '../ports.ts';
import { raceAbort } from '../race-abort.ts';
import { parseWordsRecord, type WordsRecord } from './document-record.ts';
import { parseCounts } from './document-words.ts';
import { matchRecord, matchValue } from './filters.ts';
import { toPointId } from './point-id.ts';
import { type PointStore, parseStored, readPoints, scrollPages } from './points.ts';
import { shareTurn } from './share-turn.ts';
import { createWordList, type LayeredWords, type WordList } from './word-list.ts';

/**
 * Qdrant can't be asked which words there are. So every document's record holds the words of the document, and a
 * snapshot adds all of them up; it is read once and kept. Records written after the snapshot say what they hold now and
 * what the snapshot counts for them: the difference brings the snapshot up to date, exactly and at any moment.
 */
export interface Vocabulary {
  /** Up to which record the snapshot below the changes goes. */
  readonly written: number;
  readonly passages: number;
  readonly terms: LayeredWords;
  readonly words: LayeredWords;
}

/** Says which snapshot counts. Written in one step, after the snapshot's blocks. */
export interface Manifest {
  /** Every record written up to here is in the snapshot. */
  readonly written: number;
  readonly blocks: number;
  readonly passages: number;
}

interface Snapshot {
  readonly manifest: Manifest;
  readonly terms: WordList;
  readonly words: WordList;
}

interface Changes {
  passages: number;
  /** The manifest as it stands at the end; undefined before the first snapshot. */
  manifest: Manifest | undefined;
  readonly terms: Map<string, number>;
  readonly words: Map<string, number>;
}

export const MANIFEST_ID = toPointId('vocabulary');

const PAGE_SIZE = 50;
const EMPTY: Manifest = { written: 0, blocks: 0, passages: 0 };
const manifestSchema = z.object({ written: z.int(), blocks: z.int(), passages: z.int() });
const blockSchema = z.object({ kind: z.enum(['terms', 'words']), counts: z.string() });

/** Reads the vocabulary of one collection, and keeps its snapshot. */
export class VocabularyReader {
  readonly #store: PointStore;
  readonly #readShared = shareTurn(() => this.#readNow());
  #snapshot: Promise<Snapshot> | undefined;

  constructor(store: PointStore) {
    this.#store = store;
  }

  /** The vocabulary as it is now. */
  async read({ signal }: CallOptions): Promise<Vocabulary> {
    signal?.throwIfAborted();
    return raceAbort(this.#readShared(), signal);
  }

  async #readNow(): Promise<Vocabulary> {
    for (;;) {
      const snapshot = await this.#load();
      const { written } = snapshot.manifest;
      const changes = await readChanges(this.#store, written);
      // Records refer to the snapshot of their time: those of a later one must not be added to this one.
      if ((changes.manifest?.written ?? 0) === written) return bringUpToDate(snapshot, changes);
      this.#snapshot = undefined;
    }
  }

  /** Callers of the same moment share one load, so it takes no signal. */
  async #load(): Promise<Snapshot> {
    this.#snapshot ??= loadSnapshot(this.#store);
    try {
      return await this.#snapshot;
    } catch (error) {
      this.#snapshot = undefined;
      throw error;
    }
  }
}

export async function readManifest(store: PointStore, options: CallOptions): Promise<Manifest> {
  const [point] = await readPoints(store, [MANIFEST_ID], options);
  return point === undefined ? EMPTY : parseStored(manifestSchema.parse, point, store.name);
}

/** What records written after `since` change about the snapshot of then. */
async function readChanges(store: PointStore, since: number): Promise<Changes> {
  const changes: Changes = { passages: 0, manifest: undefined, terms: new Map(), words: new Map() };
  const later = { key: 'written', range: { gt: since } };
  const filter = {
    should: [
      { must: [matchRecord('document'), later] },
      { must: [matchRecord('gone'), later] },
      // The last point to come: ids that are numbers are before all others.
      { has_id: [MANIFEST_ID] },
    ],
  };
  const page = { filter, payload: ['written', 'words', 'settled', 'blocks', 'passages'], size: PAGE_SIZE };
  for await (const points of scrollPages(store, page, {})) {
    for (const point of points) {
      if (point.id === MANIFEST_ID) changes.manifest = parseStored(manifestSchema.parse, point, store.name);
      else addChange(changes, parseStored(parseWordsRecord, point, store.name));
    }
  }
  return changes;
}

function addChange(changes: Changes, { words, settled }: WordsRecord): void {
  changes.passages += words.passages - settled.passages;
  for (const kind of ['terms', 'words'] as const) {
    addCounts(changes[kind], words[kind], 1);
    addCounts(changes[kind], settled[kind], -1);
  }
}

/** The id of a block of the snapshot that was `written` then. */
export function toBlockId(written: number, block: number): string {
  return toPointId('vocabulary', written, block);
}

export function matchOldVocabulary(written: number) {
  return { must: [matchRecord('vocabulary')], must_not: [matchValue('written', written)] };
}

async function loadSnapshot(store: PointStore): Promise<Snapshot> {
  let manifest = await readManifest(store, {});
  for (;;) {
    const blocks = await loadBlocks(store, manifest);
    if (blocks !== undefined) return { manifest, ...blocks };
    const { written } = manifest;
    manifest = await readManifest(store, {});
    if (manifest.written === written) {
      throw new StorageError(
        `Parts of the vocabulary of "${store.name}" in Qdrant are gone. Run paperless-index --full.`,
      );
    }
  }
}

/** Undefined when one is missing: a newer snapshot took the place of this one. */
async function loadBlocks(store: PointStore, manifest: Manifest) {
  const counts = { terms: new Map<string, number>(), words: new Map<string, number>() };
  for (let number = 0; number < manifest.blocks; number += 1) {
    // One by one: together they can be many megabytes.
    const [point] = await readPoints(store, [toBlockId(manifest.written, number)], {});
    if (point === undefined) return undefined;
    const block = parseStored(blockSchema.parse, point, store.name);
    for (const [word, count] of parseCounts(block.counts)) counts[block.kind].set(word, count);
  }
  return { terms: createWordList(counts.terms), words: createWordList(counts.words) };
}

function bringUpToDate({ manifest, terms, words }: Snapshot, changes: Changes): Vocabulary {
  return {
    written: manifest.written,
    passages: manifest.passages + changes.passages,
    terms: layer(terms, changes.terms),
    words: layer(words, changes.words),
  };
}

/** The list with the changes added; words that are gone count 0. */
function layer(list: WordList, changes: ReadonlyMap<string, number>): LayeredWords {
  const counts = new Map<string, number>();
  for (const [word, change] of changes) {
    if (change !== 0) counts.set(word, (list.counts.get(word) ?? 0) + change);
  }
  return { list, changes: counts };
}

function addCounts(sums: Map<string, number>, lines: string, sign: 1 | -1): void {
  for (const [word, count] of parseCounts(lines)) sums.set(word, (sums.get(word) ?? 0) + sign * count);
}
