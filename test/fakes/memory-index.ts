import { IndexMismatchError, StorageError } from '../../src/errors.ts';
import {
  createNames,
  type Generation,
  type Id,
  type IndexedDocument,
  type Names,
  type Recipe,
} from '../../src/model.ts';
import type { CallOptions, IndexEntry, PassageIndex, PassageReader, PassageWriter } from '../../src/ports.ts';
import { MemoryReader } from './memory-reader.ts';

/** What a generation holds. */
export interface MemoryGeneration {
  readonly facts: Omit<Generation, 'state'>;
  readonly entries: Map<Id, IndexEntry>;
  names: Names;
  writes: number;
}

/** The "disk" that several indexes may share, as processes do. */
export interface MemoryStore {
  readonly generations: Map<string, MemoryGeneration>;
  live: string | undefined;
}

export function createMemoryStore(): MemoryStore {
  return { generations: new Map(), live: undefined };
}

/** A `PassageIndex` without a disk, for tests of what stands on top of one. */
export class MemoryIndex implements PassageIndex {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore = createMemoryStore()) {
    this.#store = store;
  }

  async generations(options?: CallOptions): Promise<readonly Generation[]> {
    options?.signal?.throwIfAborted();
    return [...this.#store.generations.values()].map(({ facts }) => this.#toGeneration(facts));
  }

  async reader(options?: CallOptions): Promise<PassageReader | undefined> {
    options?.signal?.throwIfAborted();
    if (this.#store.live === undefined) return undefined;
    return new MemoryReader(() => this.#read(this.#store.live ?? ''));
  }

  async begin(recipe: Recipe, options?: CallOptions): Promise<Generation> {
    options?.signal?.throwIfAborted();
    const latest = [...this.#store.generations.keys()].at(-1) ?? 'generation-000';
    const id = `generation-${String(Number(latest.slice(-3)) + 1).padStart(3, '0')}`;
    const facts = { id, recipe, startedAt: '2026-01-15T12:00:00.000000Z' };
    this.#store.generations.set(id, { facts, entries: new Map(), names: createNames(), writes: 0 });
    return this.#toGeneration(facts);
  }

  async writer(generation: string, options?: CallOptions): Promise<PassageWriter> {
    options?.signal?.throwIfAborted();
    this.#find(generation);
    return new MemoryWriter(
      () => this.#read(generation),
      () => this.#find(generation),
    );
  }

  async publish(generation: string, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    this.#find(generation);
    if (this.#store.live === generation) return;
    if (this.#store.live !== undefined) this.#store.generations.delete(this.#store.live);
    this.#store.live = generation;
  }

  async discard(generation: string, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    if (this.#store.live === generation) throw new Error(`${generation} is live`);
    this.#store.generations.delete(generation);
  }

  async close(): Promise<void> {}

  #find(id: string): MemoryGeneration {
    const generation = this.#store.generations.get(id);
    if (!generation) throw new StorageError(`Generation ${id} is missing.`);
    return generation;
  }

  #read(id: string) {
    const { facts, ...content } = this.#find(id);
    return { ...content, generation: this.#toGeneration(facts) };
  }

  #toGeneration(facts: MemoryGeneration['facts']): Generation {
    return { ...facts, state: facts.id === this.#store.live ? 'live' : 'building' };
  }
}

class MemoryWriter extends MemoryReader implements PassageWriter {
  readonly #find: () => MemoryGeneration;

  constructor(read: ConstructorParameters<typeof MemoryReader>[0], find: () => MemoryGeneration) {
    super(read);
    this.#find = find;
  }

  async replace(entries: readonly IndexEntry[], options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    const { entries: stored, facts } = this.#find();
    for (const entry of entries) checkEmbeddings(entry, facts.recipe);
    this.#find().writes += 1;
    for (const entry of entries) stored.set(entry.document.id, entry);
  }

  async updateMetadata(documents: readonly IndexedDocument[], options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    const { entries } = this.#find();
    this.#find().writes += 1;
    for (const document of documents) {
      const entry = entries.get(document.id);
      if (!entry) continue;
      const passages = entry.passages.map((passage) => ({ ...passage, metadata: document.metadata }));
      entries.set(document.id, { ...entry, document, passages });
    }
  }

  async remove(ids: readonly Id[], options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    this.#find().writes += 1;
    for (const id of ids) this.#find().entries.delete(id);
  }

  async setNames(names: Names, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    this.#find().writes += 1;
    this.#find().names = names;
  }

  async finish(options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
  }
}

function checkEmbeddings({ document, passages, embeddings }: IndexEntry, recipe: Recipe): void {
  if (!embeddings) return;
  const dimensions = recipe.embedding?.dimensions;
  if (dimensions === undefined || embeddings.some(({ length }) => length !== dimensions))
    throw new IndexMismatchError(`Document ${document.id}: its embeddings do not fit the recipe.`);
  const isUnit = (embedding: Float32Array) => Math.abs(Math.hypot(...embedding) - 1) <= 1e-3;
  if (embeddings.length !== passages.length || !embeddings.every(isUnit))
    throw new RangeError(`Document ${document.id}: one embedding of length 1 is needed per passage.`);
}
