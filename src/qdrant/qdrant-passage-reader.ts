import { IndexMismatchError } from '../errors.ts';
import type {
  FilterKind,
  Fingerprint,
  Generation,
  Id,
  NameKind,
  Names,
  Passage,
  PassageId,
  Ranked,
  Scope,
} from '../model.ts';
import type { CallOptions, IndexStats, PassageReader, SearchOptions, VocabularyQuery } from '../ports.ts';
import { countNames, countRecords, documentsWith, readFingerprints, readNames, scrollFingerprints } from './catalog.ts';
import { type Collection, DENSE, LEXICAL, WORDS } from './collection.ts';
import { toConditions } from './filters.ts';
import type { PointStore } from './points.ts';
import { MissingCollection } from './qdrant-errors.ts';
import { readPassages } from './read-passages.ts';
import { type LegQuery, searchTop } from './search.ts';
import type { VocabularyReader } from './vocabulary.ts';
import { weighParts } from './weigh-parts.ts';
import { weighTerms } from './weigh-terms.ts';
import { countWord, findWords } from './word-list.ts';

/** A collection as it is read. */
export interface OpenCollection extends PointStore {
  readonly collection: Collection;
  readonly vocabulary: VocabularyReader;
}

/** Where a reader reads: always the same collection, or whichever is live. */
export interface CollectionSource {
  /** The generation that the last `open` found. */
  readonly generation: Generation;
  open(options: CallOptions): Promise<OpenCollection>;
}

/** Reads one generation, or the live one, looked up for each call. */
export class QdrantPassageReader implements PassageReader {
  readonly #source: CollectionSource;

  constructor(source: CollectionSource) {
    this.#source = source;
  }

  get generation(): Generation {
    return this.#source.generation;
  }

  async denseTop(embedding: Float32Array, k: number, options: SearchOptions): Promise<readonly Ranked[]> {
    return this.#with(options, async (store) => {
      const recipe = store.collection.generation.recipe.embedding;
      if (!recipe) throw new IndexMismatchError('The index was built without embeddings: search it by words.');
      if (embedding.length === 0) return [];
      if (embedding.length !== recipe.dimensions) {
        throw new IndexMismatchError(
          `The query's embedding has ${embedding.length} dimensions, the index holds ${recipe.dimensions}: use the model it was built with.`,
        );
      }
      if (!isUsable(embedding)) throw new RangeError('The query embedding is zero or not finite.');
      return this.#search(store, { query: [...embedding], using: DENSE, params: { exact: true } }, k, options);
    });
  }

  async stemsTop(terms: readonly string[], k: number, options: SearchOptions): Promise<readonly Ranked[]> {
    return this.#with(options, async (store) => {
      const query = weighTerms(terms, await store.vocabulary.read(options));
      if (query.indices.length === 0) return [];
      return this.#search(store, { query, using: LEXICAL }, k, options);
    });
  }

  async partsTop(parts: readonly string[], k: number, options: SearchOptions): Promise<readonly Ranked[]> {
    return this.#with(options, async (store) => {
      const query = weighParts(parts, await store.vocabulary.read(options));
      if (query.indices.length === 0) return [];
      return this.#search(store, { query, using: WORDS }, k, options);
    });
  }

  async frequencies(terms: readonly string[], options: CallOptions = {}): Promise<ReadonlyMap<string, number>> {
    return this.#with(options, async (store) => {
      const vocabulary = await store.vocabulary.read(options);
      const counts = [...new Set(terms)].map((term) => [term, countWord(vocabulary.terms, term)] as const);
      return new Map(counts.filter(([, count]) => count > 0));
    });
  }

  async vocabulary(query: VocabularyQuery, limit: number, options: CallOptions = {}): Promise<readonly string[]> {
    return this.#with(options, async (store) => {
      return findWords((await store.vocabulary.read(options)).terms, query, limit);
    });
  }

  async read(ids: readonly PassageId[], scope: Scope, options: CallOptions = {}): Promise<readonly Passage[]> {
    return this.#with(options, (store) => readPassages(store, ids, scope, options));
  }

  async countDocuments(options: SearchOptions): Promise<number> {
    return this.#with(options, (store) => countRecords(store, 'document', toConditions(options), options));
  }

  async names(options: CallOptions = {}): Promise<Names> {
    return this.#with(options, (store) => readNames(store, options));
  }

  /** A publish in the middle of it ends it with an error: what came before was of another generation. */
  async *documents(options: CallOptions = {}): AsyncGenerator<{ id: Id; fingerprint: Fingerprint }> {
    yield* scrollFingerprints(await this.#source.open(options), options);
  }

  async fingerprints(ids: readonly Id[], options: CallOptions = {}): Promise<ReadonlyMap<Id, Fingerprint>> {
    return this.#with(options, (store) => readFingerprints(store, ids, options));
  }

  async countNames(kind: FilterKind, options: SearchOptions): Promise<ReadonlyMap<Id, number>> {
    return this.#with(options, (store) => countNames(store, kind, toConditions(options), options));
  }

  async documentsWith(
    kind: NameKind,
    id: Id,
    options: CallOptions & { readonly scope?: Scope } = {},
  ): Promise<readonly Id[]> {
    return this.#with(options, (store) => documentsWith(store, kind, id, options));
  }

  async stats(options: CallOptions = {}): Promise<IndexStats> {
    return this.#with(options, async (store) => {
      const [documents, passages] = await Promise.all([
        countRecords(store, 'document', [], options),
        countRecords(store, 'passage', [], options),
      ]);
      return { documents, passages, bytes: undefined };
    });
  }

  /** A write here is many requests, not one transaction: there is no moment at which a mark could change with it. */
  async mark(): Promise<undefined> {
    return undefined;
  }

  /** The live collection may be replaced between looking it up and asking it: then the next one is asked. */
  async #with<T>(options: CallOptions, work: (store: OpenCollection) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#source.open(options));
    } catch (error) {
      if (!(error instanceof MissingCollection)) throw error;
    }
    return work(await this.#source.open(options));
  }

  #search(store: OpenCollection, query: LegQuery, k: number, options: SearchOptions): Promise<readonly Ranked[]> {
    return searchTop(store, query, toConditions(options), k, options);
  }
}

function isUsable(embedding: Float32Array): boolean {
  return embedding.every(Number.isFinite) && embedding.some((value) => value !== 0);
}
