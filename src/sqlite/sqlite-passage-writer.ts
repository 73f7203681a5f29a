import type { Generation, Id, IndexedDocument, Names } from '../model.ts';
import type { CallOptions, IndexEntry, PassageWriter } from '../ports.ts';
import { checkEmbeddings } from '../store/check-embeddings.ts';
import type { StemMemo } from '../text/languages.ts';
import type { Connection } from './connection.ts';
import { deleteDocument, insertEntry, type RowTarget, updateDocument } from './entry-rows.ts';
import { createQueries } from './queries.ts';
import { type CallQuery, QueryReader } from './query-reader.ts';
import { addTerms, refreshVocabulary } from './vocabulary.ts';

/** The vocabulary is older than the passages. Kept in the file: a run that was killed leaves it to the next. */
const STALE = 'vocabulary_stale';

/** Writes one generation in this thread: every call is one transaction, done or undone as a whole. */
export class SqlitePassageWriter extends QueryReader implements PassageWriter {
  readonly #connection: Connection;
  readonly #memo: StemMemo = new Map();

  /** Takes over `connection`. */
  constructor(connection: Connection, generation: () => Generation) {
    super(createDirectCall(connection, generation().recipe.embedding), generation);
    this.#connection = connection;
  }

  async replace(entries: readonly IndexEntry[], options?: CallOptions): Promise<void> {
    const { embedding } = this.generation.recipe;
    for (const entry of entries) checkEmbeddings(entry, embedding);
    this.#write(options, (target) => {
      for (const entry of entries) {
        deleteDocument(this.#connection, entry.document.id);
        insertEntry(target, entry);
      }
    });
  }

  async updateMetadata(documents: readonly IndexedDocument[], options?: CallOptions): Promise<void> {
    this.#write(options, (target) => {
      for (const document of documents) updateDocument(target, document);
    });
  }

  async remove(ids: readonly Id[], options?: CallOptions): Promise<void> {
    this.#write(options, () => {
      for (const id of ids) deleteDocument(this.#connection, id);
    });
  }

  async setNames(names: Names, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    this.#connection.write(() => {
      this.#renewMark();
      this.#connection.run('DELETE FROM names');
      for (const [kind, byId] of Object.entries(names))
        for (const [id, name] of byId) this.#connection.run('INSERT INTO names VALUES (?, ?, ?)', kind, id, name);
    });
    this.#connection.assertInPlace();
  }

  /**
   * Refreshes the vocabulary if anything was written since the last time, and empties the write-ahead log.
   * The full-text indexes are not merged into one segment: 4 s at 50,000 passages, and no query got faster by it.
   */
  async finish(options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    this.#connection.assertInPlace();
    if (this.#connection.get(`SELECT 1 FROM meta WHERE key = '${STALE}'`)) {
      this.#connection.write(() => {
        refreshVocabulary(this.#connection);
        this.#connection.run('DELETE FROM meta WHERE key = ?', STALE);
      });
    }
    this.#connection.exec('PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.#connection.close();
  }

  /** Random, not counted: two files that went different ways from one backup would count alike. */
  #renewMark(): void {
    this.#connection.run("INSERT OR REPLACE INTO meta VALUES ('mark', lower(hex(randomblob(8))))");
  }

  #write(options: CallOptions | undefined, work: (target: RowTarget) => void): void {
    options?.signal?.throwIfAborted();
    // Nobody looks words up in a generation that isn't live yet; finish() does it all at once.
    const isLive = this.generation.state === 'live';
    const added = new Set<string>();
    this.#connection.write(() => {
      this.#renewMark();
      this.#connection.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', STALE, 'true');
      work({
        connection: this.#connection,
        memo: this.#memo,
        onTerms: (terms) => {
          if (isLive) for (const term of terms) added.add(term);
        },
      });
      if (added.size > 0) addTerms(this.#connection, added);
    });
    // Before the caller's cursor moves on.
    this.#connection.assertInPlace();
  }
}

function createDirectCall(connection: Connection, embedding: Generation['recipe']['embedding']): CallQuery {
  const queries = createQueries(connection, embedding);
  return async (name, args, signal) => {
    signal?.throwIfAborted();
    // Safe: CallQuery ties the arguments and the result to the name.
    return (queries[name] as (...values: readonly unknown[]) => never)(...args);
  };
}
