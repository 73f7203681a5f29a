import type { Generation, Id, IndexedDocument, Names } from '../model.ts';
import type { CallOptions, IndexEntry, PassageWriter } from '../ports.ts';
import { checkEmbeddings } from '../store/check-embeddings.ts';
import type { StemMemo } from '../text/languages.ts';
import type { Connection, Steps } from './connection.ts';
import { deleteDocument, insertEntry, type RowTarget, updateDocument } from './entry-rows.ts';
import { createQueries } from './queries.ts';
import { type CallQuery, QueryReader } from './query-reader.ts';
import { correctTotals, type DeletedTexts } from './text-totals.ts';
import { addTerms, refreshVocabulary } from './vocabulary.ts';

/** The vocabulary is older than the passages. Kept in the file: a run that was killed leaves it to the next. */
const STALE = 'vocabulary_stale';

type TakeTurn = <T>(work: () => T | Promise<T>) => Promise<T>;

/**
 * Writes one generation in this thread: every call is one transaction, done or undone as a whole. An abort in the
 * middle of a long one undoes it; what is done soon is finished.
 */
export class SqlitePassageWriter extends QueryReader implements PassageWriter {
  readonly #connection: Connection;
  readonly #takeTurn: TakeTurn;
  readonly #memo: StemMemo = new Map();

  /** Takes over `connection`. */
  constructor(connection: Connection, generation: () => Generation) {
    const takeTurn = createTurns();
    super(createDirectCall(connection, generation().recipe.embedding, takeTurn), generation);
    this.#connection = connection;
    this.#takeTurn = takeTurn;
  }

  async replace(entries: readonly IndexEntry[], options?: CallOptions): Promise<void> {
    const { embedding } = this.generation.recipe;
    for (const entry of entries) checkEmbeddings(entry, embedding);
    await this.#write(options, function* (target) {
      for (const entry of entries) {
        yield* deleteDocument(target, entry.document.id);
        yield* insertEntry(target, entry);
      }
    });
  }

  async updateMetadata(documents: readonly IndexedDocument[], options?: CallOptions): Promise<void> {
    await this.#write(options, function* (target) {
      for (const document of documents) yield* updateDocument(target, document);
    });
  }

  async remove(ids: readonly Id[], options?: CallOptions): Promise<void> {
    await this.#write(options, function* (target) {
      for (const id of ids) yield* deleteDocument(target, id);
    });
  }

  async setNames(names: Names, options?: CallOptions): Promise<void> {
    await this.#takeTurn(() => {
      options?.signal?.throwIfAborted();
      this.#connection.write(() => {
        this.#renewMark();
        this.#connection.run('DELETE FROM names');
        for (const [kind, byId] of Object.entries(names))
          for (const [id, name] of byId) this.#connection.run('INSERT INTO names VALUES (?, ?, ?)', kind, id, name);
      });
      this.#connection.assertInPlace();
    });
  }

  /**
   * Refreshes the vocabulary if anything was written since the last time, and empties the write-ahead log.
   * The full-text indexes are not merged into one segment: 4 s at 50,000 passages, and no query got faster by it.
   */
  async finish(options?: CallOptions): Promise<void> {
    const connection = this.#connection;
    await this.#takeTurn(async () => {
      options?.signal?.throwIfAborted();
      connection.assertInPlace();
      if (connection.get(`SELECT 1 FROM meta WHERE key = '${STALE}'`))
        await connection.writeInSteps(catchUp(connection), options?.signal);
      connection.exec('PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)');
    });
  }

  close(): void {
    this.#connection.close();
  }

  /** Random, not counted: two files that went different ways from one backup would count alike. */
  #renewMark(): void {
    this.#connection.run("INSERT OR REPLACE INTO meta VALUES ('mark', lower(hex(randomblob(8))))");
  }

  async #write(options: CallOptions | undefined, work: (target: RowTarget) => Steps): Promise<void> {
    await this.#takeTurn(async () => {
      await this.#connection.writeInSteps(this.#toSteps(work), options?.signal);
      // Before the caller's cursor moves on.
      this.#connection.assertInPlace();
    });
  }

  *#toSteps(work: (target: RowTarget) => Steps): Steps {
    const connection = this.#connection;
    // Nobody looks words up in a generation that isn't live yet; finish() does it all at once.
    const isLive = this.generation.state === 'live';
    const added = new Set<string>();
    const deleted: DeletedTexts = new Map();
    this.#renewMark();
    connection.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', STALE, 'true');
    yield* work({
      connection,
      memo: this.#memo,
      onTerms: (terms) => {
        if (isLive) for (const term of terms) added.add(term);
      },
      deleted,
    });
    yield* addTerms(connection, [...added]);
    correctTotals(connection, deleted);
  }
}

function* catchUp(connection: Connection): Steps {
  yield* refreshVocabulary(connection);
  connection.run('DELETE FROM meta WHERE key = ?', STALE);
}

/** Runs one thing after the other: what is in the middle of a transaction must not be disturbed, nor seen. */
function createTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}

function createDirectCall(
  connection: Connection,
  embedding: Generation['recipe']['embedding'],
  takeTurn: TakeTurn,
): CallQuery {
  const queries = createQueries(connection, embedding);
  return (name, args, signal) =>
    takeTurn(() => {
      signal?.throwIfAborted();
      // Safe: CallQuery ties the arguments and the result to the name.
      return (queries[name] as (...values: readonly unknown[]) => never)(...args);
    });
}
