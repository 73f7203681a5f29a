import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { StorageError } from '../errors.ts';
import { readFileIdentity } from '../files/file-identity.ts';
import { withStorageErrors } from './storage-errors.ts';

export type Value = SQLInputValue;

/** Work in small pieces, each of them a few milliseconds: a passage, or as many terms as take as long. */
export type Steps = Generator<void, void, void>;

const MAX_STATEMENTS = 200;
/** Between two looks at the signal: ordinary documents are within one slice, and so never interrupted. */
const STEPS_PER_SLICE = 100;

/** One open SQLite file: prepared statements kept, errors translated. Everything here but `writeInSteps` is synchronous. */
export class Connection {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #identity: string | undefined;
  readonly #statements = new Map<string, StatementSync>();

  /** The file must exist. Throws `StorageError`. */
  constructor(file: string, options: { readOnly: boolean }) {
    this.file = file;
    this.#database = withStorageErrors(
      file,
      () => new DatabaseSync(file, { readOnly: options.readOnly, allowExtension: true, timeout: 5_000 }),
    );
    this.#identity = withStorageErrors(file, () => readFileIdentity(file));
    try {
      // FULL: a commit must be on disk before the cursor moves past its documents, also when the power fails.
      // A bigger cache made no write faster.
      const cacheKb = options.readOnly ? 32_768 : 8_192;
      this.exec(`PRAGMA cache_size = -${cacheKb}; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** All rows. `Row` names the columns as the statement does; missing values are null. */
  all<Row>(sql: string, ...values: readonly Value[]): Row[] {
    // Safe: the tables are STRICT and written by this part only, the statement's columns are those of Row.
    return withStorageErrors(this.file, () => this.#prepare(sql).all(...values) as Row[]);
  }

  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined {
    // Safe: as above.
    return withStorageErrors(this.file, () => this.#prepare(sql).get(...values) as Row | undefined);
  }

  /** Returns the rowid of the last inserted row. */
  run(sql: string, ...values: readonly Value[]): number {
    return withStorageErrors(this.file, () => Number(this.#prepare(sql).run(...values).lastInsertRowid));
  }

  /** Any number of statements without values. */
  exec(sql: string): void {
    withStorageErrors(this.file, () => this.#database.exec(sql));
  }

  /** All or nothing. IMMEDIATE, because a deferred transaction that turns to writing fails at once when it lost a race. */
  write<T>(work: () => T): T {
    return this.#transact('BEGIN IMMEDIATE', work);
  }

  /**
   * `write` for work that may take long. The event loop turns after every slice of it, so nobody else may use this
   * connection meanwhile. After an abort one slice more is worked; if that isn't all, everything is undone.
   */
  async writeInSteps(steps: Steps, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    this.exec('BEGIN IMMEDIATE');
    try {
      let isAborted = false;
      for (let step = 1; !steps.next().done; step += 1) {
        if (step % STEPS_PER_SLICE > 0) continue;
        if (isAborted) signal?.throwIfAborted();
        await setImmediate();
        isAborted = signal?.aborted === true;
      }
      this.exec('COMMIT');
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Several statements that see the same state. Keep it short: it holds the write-ahead log back. */
  snapshot<T>(work: () => T): T {
    return this.#transact('BEGIN', work);
  }

  /** Hands out the database for what only it can do: loading extensions. */
  get database(): DatabaseSync {
    return this.#database;
  }

  /** False once the file was removed, or another one has its name: a restored backup. */
  get isInPlace(): boolean {
    return withStorageErrors(this.file, () => readFileIdentity(this.file)) === this.#identity;
  }

  /** Throws `StorageError` when what was written here will never be found again. */
  assertInPlace(): void {
    if (this.isInPlace) return;
    throw new StorageError(
      `${this.file} was removed or replaced while it was being written. Nothing written since then is kept: run this again.`,
    );
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    // Filters make many texts; the frequent ones come back soon.
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #transact<T>(begin: string, work: () => T): T {
    this.exec(begin);
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    // After a full disk SQLite has rolled back by itself; a second error would hide the first.
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }
}
