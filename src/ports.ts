import type {
  Document,
  EmbeddingRecipe,
  Filter,
  FilterKind,
  Fingerprint,
  Generation,
  Id,
  IndexedDocument,
  Instant,
  NameKind,
  Names,
  Passage,
  PassageDraft,
  PassageId,
  Ranked,
  Recipe,
  Scope,
} from './model.ts';

/** Every method that waits for somebody takes one; it rejects with an `AbortError`. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/**
 * Where documents come from: the Paperless API or an export folder.
 * Throws `UnavailableError('paperless')` (down, slow), `SignInError`, or `ConfigError` (a broken export folder).
 */
export interface DocumentSource {
  /**
   * Id and modification time of everything modified at or after `since` (all documents without it),
   * ordered by (modified, id). The enumeration is complete or it throws: never a part of the truth.
   */
  changedSince(since: Instant | undefined, options?: CallOptions): Promise<readonly { id: Id; modified: Instant }[]>;
  /** How many documents the source holds: trashed ones and superseded versions don't count. */
  count(options?: CallOptions): Promise<number>;
  /** Every document id, ascending. Complete or it throws. */
  allIds(options?: CallOptions): Promise<readonly Id[]>;
  /** The documents that still exist among `ids`, in no particular order; missing, trashed and invisible ones are left out. */
  read(ids: readonly Id[], options?: CallOptions): Promise<readonly Document[]>;
  names(options?: CallOptions): Promise<Names>;
}

/** Who asks. `everyone` = whoever reaches this machine's loopback page may read what the token reads. */
export type Asker = { readonly kind: 'everyone' } | { readonly kind: 'user'; readonly name: string };

/** What an asker may see of the index. */
export interface Access {
  readonly scope: Scope;
  /** Whether they may see this name. A document can carry names that not everybody who sees it may see. */
  readonly maySeeName: (kind: FilterKind, id: Id) => boolean;
}

/** What answering needs of the system the documents live in. */
export interface Archive {
  /**
   * Where `asker` may look, and which names they may see. It may be about a minute old, never older; what is found
   * there has to pass `visible`. Throws `SignInError` (403) for who is no active user with the right to view documents.
   */
  access(asker: Asker, options?: CallOptions): Promise<Access>;
  /** Which of `ids` exist right now (not trashed) and may be seen by `asker`. Fresh, never from a cache. */
  visible(ids: readonly Id[], asker: Asker, options?: CallOptions): Promise<ReadonlySet<Id>>;
  /** Documents per name, non-empty ones only, sorted by name as English does, whatever the machine's language. */
  counts(kind: FilterKind, options?: CallOptions): Promise<readonly { name: string; count: number }[]>;
  /** A small picture of the first page, or undefined when there is none. */
  thumbnail(id: Id, options?: CallOptions): Promise<{ bytes: Uint8Array; type: string } | undefined>;
  /** The document's page in Paperless' web interface; undefined where there is none (an export folder). */
  link(id: Id): string | undefined;
}

/** Unit-length embeddings. Throws `UnavailableError('ollama')`, `ConfigError` (no such model). */
export interface Embedder {
  /** Asks the service once for digest and dimensions, then answers from memory. */
  recipe(options?: CallOptions): Promise<EmbeddingRecipe>;
  /**
   * One result per text, in order. A text that can't be embedded (NaN, zero, or too long and not divisible)
   * yields an `EmbeddingFailure` alone; the others still come back.
   */
  embedDocuments(
    texts: readonly string[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | EmbeddingFailure)[]>;
  embedQuery(text: string, options?: CallOptions): Promise<Float32Array>;
}

export interface EmbeddingFailure {
  readonly reason: string;
}

/** Where and for whom a leg looks. Filter and scope are applied before the cut to `k`, never after. */
export interface SearchOptions extends CallOptions {
  readonly filter?: Filter;
  readonly scope: Scope;
}

/** Asks the vocabulary of the live generation; terms are those of `text/analyze.ts`. */
export type VocabularyQuery =
  | { readonly kind: 'starts'; readonly text: string }
  /** Terms that begin with `first` and are `min`..`max` characters long: candidates for an edit distance. */
  | { readonly kind: 'similar'; readonly first: string; readonly min: number; readonly max: number };

/** A document and its passages as written in one step. `embeddings` is parallel to `passages`, or undefined. */
export interface IndexEntry {
  readonly document: IndexedDocument;
  readonly passages: readonly PassageDraft[];
  readonly embeddings: readonly Float32Array[] | undefined;
}

export interface IndexStats {
  readonly documents: number;
  readonly passages: number;
  /** Bytes on disk, where the store can tell. */
  readonly bytes: number | undefined;
}

/**
 * Reading side of one generation. Methods that search return at most `k` rows, best first, ties by id.
 * An empty query finds nothing; it is not an error.
 */
export interface PassageReader {
  readonly generation: Generation;
  /** Exact nearest neighbours by cosine; needs a generation with an embedding recipe, `IndexMismatchError` otherwise. */
  denseTop(embedding: Float32Array, k: number, options: SearchOptions): Promise<readonly Ranked[]>;
  /** BM25 over the analyzer's terms (stems, whole identifiers) of header, metadata and body; OR of `terms`. */
  stemsTop(terms: readonly string[], k: number, options: SearchOptions): Promise<readonly Ranked[]>;
  /** BM25 over pieces of words: a passage matches where any of `parts` (folded, ≥ 3 characters) is a substring. */
  partsTop(parts: readonly string[], k: number, options: SearchOptions): Promise<readonly Ranked[]>;
  /** How many passages hold each term; terms that don't occur are left out. */
  frequencies(terms: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, number>>;
  /** Terms that match, the most frequent first. */
  vocabulary(query: VocabularyQuery, limit: number, options?: CallOptions): Promise<readonly string[]>;
  /** Passages in the order asked for; those that no longer exist, or are outside `scope`, are left out. */
  read(ids: readonly PassageId[], scope: Scope, options?: CallOptions): Promise<readonly Passage[]>;
  /** Documents within filter and scope. */
  countDocuments(options: SearchOptions): Promise<number>;
  /** The names as of the last tick. */
  names(options?: CallOptions): Promise<Names>;
  /** Fingerprints of all documents, ascending by id, streamed. */
  documents(options?: CallOptions): AsyncIterable<{ id: Id; fingerprint: Fingerprint }>;
  /** The same for some ids; unknown ones are left out. */
  fingerprints(ids: readonly Id[], options?: CallOptions): Promise<ReadonlyMap<Id, Fingerprint>>;
  /** How many documents within filter and scope carry each name of a kind; names that none of them carries are left out. */
  countNames(kind: FilterKind, options: SearchOptions): Promise<ReadonlyMap<Id, number>>;
  /** Ids of the documents that carry this name, ascending; within `scope` where one is given. */
  documentsWith(kind: NameKind, id: Id, options?: CallOptions & { readonly scope?: Scope }): Promise<readonly Id[]>;
  stats(options?: CallOptions): Promise<IndexStats>;
  /**
   * Another text after every write to documents or names, never the same one twice: tells a generation from an older
   * state of itself (a restored backup). Undefined where the store can't tell.
   */
  mark(options?: CallOptions): Promise<string | undefined>;
}

/** Writing side of one generation. One writer at a time (the caller holds the lock). Throws `StorageError`. */
export interface PassageWriter extends PassageReader {
  /**
   * Replaces the documents of `entries` as a whole. A reader sees each document's old passages or its new ones,
   * never a mixture and never none; after a crash the same holds.
   */
  replace(entries: readonly IndexEntry[], options?: CallOptions): Promise<void>;
  /** New metadata, tags, permissions of documents whose text and header stay. Unknown ids are ignored. */
  updateMetadata(documents: readonly IndexedDocument[], options?: CallOptions): Promise<void>;
  /** Removes documents with all their passages. Unknown ids are ignored. */
  remove(ids: readonly Id[], options?: CallOptions): Promise<void>;
  setNames(names: Names, options?: CallOptions): Promise<void>;
  /** Ends a run of writes: vocabulary refreshed, files compacted. Reading is correct without it, only slower. */
  finish(options?: CallOptions): Promise<void>;
}

/**
 * The passage index: a row of generations, at most one of them live.
 * Throws `UnavailableError` (store down), `StorageError` (disk, damaged file), `IndexMismatchError` (written by a newer program).
 */
export interface PassageIndex {
  /** All generations, oldest first. */
  generations(options?: CallOptions): Promise<readonly Generation[]>;
  /**
   * The live generation, followed to its successor after a `publish` by any process.
   * Undefined when nothing has been published yet. The reader stays usable until `close`.
   */
  reader(options?: CallOptions): Promise<PassageReader | undefined>;
  /** A new, empty, building generation. */
  begin(recipe: Recipe, options?: CallOptions): Promise<Generation>;
  /** Opens a generation (live or building) for writing. */
  writer(generation: string, options?: CallOptions): Promise<PassageWriter>;
  /** Makes a building generation the live one in one step; the former one is discarded once nobody reads it. */
  publish(generation: string, options?: CallOptions): Promise<void>;
  /** Drops a generation that is not live. */
  discard(generation: string, options?: CallOptions): Promise<void>;
  close(): Promise<void>;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Pieces of the reply as they come, then one `end` with what the model counted. */
export type ChatChunk =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end'; readonly promptTokens: number | undefined; readonly model: string };

/** Generates text. Throws `UnavailableError('ollama')` before the first piece when no host answers. */
export interface ChatModel {
  readonly model: string;
  /** Context length in tokens, sent with every request. */
  readonly contextTokens: number;
  stream(messages: readonly ChatMessage[], options?: CallOptions): AsyncIterable<ChatChunk>;
}
