import type { Generation, Id, Recipe } from '../model.ts';
import type { CallOptions, PassageIndex, PassageReader, PassageWriter } from '../ports.ts';
import { createGenerationId, isGenerationId } from '../store/generation-id.ts';
import {
  type Collection,
  createCollection,
  createIndexes,
  readInfo,
  toCollection,
  toCollectionName,
  toForeignCollection,
} from './collection.ts';
import { Connection } from './connection.ts';
import { LiveCollection } from './live-collection.ts';
import { readHighestWritten } from './points.ts';
import { parseQdrantUrl } from './qdrant-address.ts';
import { MissingCollection } from './qdrant-errors.ts';
import { QdrantPassageReader } from './qdrant-passage-reader.ts';
import { QdrantPassageWriter } from './qdrant-passage-writer.ts';
import { VocabularyReader } from './vocabulary.ts';

export interface QdrantPassageIndexOptions {
  readonly url: string;
  readonly apiKey?: string | undefined;
  /** Name of the alias of the live generation; the collections are called `<collection>-<generation>`. */
  readonly collection: string;
  /** How new collections are spread; Qdrant's own defaults without them. */
  readonly shards?: number | undefined;
  readonly replicas?: number | undefined;
  /** A document's page for people, stored with its passages for other programs. */
  readonly link?: (id: Id) => string | undefined;
  /** Wall clock in milliseconds since 1970. */
  readonly now: () => number;
  /** How long one request may take; default one minute. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;

/** The passage index in Qdrant: a collection per generation, and an alias that names the live one. */
export class QdrantPassageIndex implements PassageIndex {
  readonly #options: QdrantPassageIndexOptions;
  readonly #connection: Connection;
  readonly #live: LiveCollection;

  constructor(options: QdrantPassageIndexOptions) {
    this.#options = options;
    const { url, apiKey, timeoutMs = TIMEOUT_MS } = options;
    this.#connection = new Connection(parseQdrantUrl(url), apiKey, timeoutMs);
    this.#live = new LiveCollection(this.#connection, options.collection);
  }

  async generations(options: CallOptions = {}): Promise<readonly Generation[]> {
    const { collections } = await this.#list(options);
    return collections.map(({ generation }) => generation);
  }

  async reader(options: CallOptions = {}): Promise<PassageReader | undefined> {
    const source = await this.#live.follow(options);
    return source && new QdrantPassageReader(source);
  }

  async begin(recipe: Recipe, options: CallOptions = {}): Promise<Generation> {
    const { ids, former } = await this.#list(options);
    for (const id of former) await this.#delete(id, options);
    const { id, startedAt } = createGenerationId(this.#options.now(), ids);
    const generation: Generation = { id, recipe, state: 'building', startedAt };
    const name = toCollectionName(this.#options.collection, id);
    const { shards, replicas } = this.#options;
    await createCollection(this.#connection, { name, generation }, { shards, replicas }, options);
    return generation;
  }

  async writer(generation: string, options: CallOptions = {}): Promise<PassageWriter> {
    return this.#openWriter(generation, options);
  }

  async publish(generation: string, options: CallOptions = {}): Promise<void> {
    const { collection: alias } = this.#options;
    const live = await this.#readLiveId(options);
    if (live === generation) return;
    await (await this.#openWriter(generation, options)).finish(options);
    const name = toCollectionName(alias, generation);
    // Takes an alias over in one step. Deleting it before would be a step of its own: done also when this one is refused.
    const actions = [{ create_alias: { collection_name: name, alias_name: alias } }];
    await this.#connection.call((client) => client.updateCollectionAliases({ actions }), options);
    // Only a note: the alias decides. It tells a former generation from one that is being built.
    await this.#connection.call((client) => client.updateCollection(name, { metadata: { state: 'live' } }), options);
    if (live !== undefined) await this.#delete(live, options);
  }

  async discard(generation: string, options: CallOptions = {}): Promise<void> {
    if ((await this.#readLiveId(options)) === generation) {
      throw new Error(`Generation ${generation} is live and can't be discarded.`);
    }
    await this.#delete(generation, options);
  }

  /** Nothing stays open: idle connections end by themselves. */
  async close(): Promise<void> {}

  async #openWriter(id: string, options: CallOptions): Promise<QdrantPassageWriter> {
    const connection = this.#connection;
    const { collection: alias, link = () => undefined } = this.#options;
    const name = toCollectionName(alias, id);
    const isLive = (await this.#readLiveId(options)) === id;
    const info = await readInfo(connection, name, options).catch(toUnknownGeneration);
    const collection = toCollection(info, name, alias, isLive);
    await createIndexes(connection, name, info.payload_schema, options);
    const store = { connection, name };
    const written = await readHighestWritten(store, options);
    const open = { ...store, collection, vocabulary: new VocabularyReader(store) };
    return new QdrantPassageWriter(open, { written, link });
  }

  /** Which generation the alias names. Throws `ConfigError` when something else has its name. */
  async #readLiveId(options: CallOptions): Promise<string | undefined> {
    return (await this.#live.look(options))?.generation.id;
  }

  /** All ids in use, our collections oldest first, and former ones that a crash left behind. */
  async #list(options: CallOptions) {
    const { collection: alias } = this.#options;
    const { collections: all } = await this.#connection.call((client) => client.getCollections(), options);
    const names = all.map(({ name }) => name);
    if (names.includes(alias)) throw toForeignCollection(alias);
    const live = await this.#readLiveId(options);
    const prefix = toCollectionName(alias, '');
    const ids = names
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
      .filter(isGenerationId)
      .sort();
    const collections: Collection[] = [];
    const former: string[] = [];
    for (const id of ids) {
      const name = toCollectionName(alias, id);
      const info = await readInfo(this.#connection, name, options).catch(ignoreMissing);
      if (info === undefined) continue;
      const collection = toCollection(info, name, alias, id === live);
      const isFormer = collection.wasPublished && live !== undefined && id < live;
      if (isFormer) former.push(id);
      else collections.push(collection);
    }
    return { ids, collections, former };
  }

  async #delete(generation: string, options: CallOptions): Promise<void> {
    const name = toCollectionName(this.#options.collection, generation);
    await this.#connection.call((client) => client.deleteCollection(name), options);
  }
}

/** Discarded by another process in the meantime. */
function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof MissingCollection)) throw error;
}

function toUnknownGeneration(error: unknown): never {
  if (!(error instanceof MissingCollection)) throw error;
  throw new Error('There is no such generation in Qdrant.', { cause: error });
}
