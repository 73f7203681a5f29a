import { existsSync } from 'node:fs';
import { StorageError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { Generation, Recipe } from '../model.ts';
import type { CallOptions, PassageIndex, PassageReader, PassageWriter } from '../ports.ts';
import { createGenerationId } from '../store/generation-id.ts';
import {
  createGenerationFile,
  listForeignNames,
  listGenerationIds,
  openGenerationFile,
  readGenerationFile,
  removeDebris,
  removeFile,
  removeIfDamaged,
  removeIfUnused,
  toGenerationPath,
} from './generation-file.ts';
import { type LivePointer, readLivePointer, writeLivePointer } from './live-pointer.ts';
import { createNamesMemo, QueryReader } from './query-reader.ts';
import { ReaderThreads } from './reader-threads.ts';
import { SqlitePassageWriter } from './sqlite-passage-writer.ts';
import { isClosedToUs, withFolderErrors } from './storage-errors.ts';
import { addVectorDistance } from './vector-distance.ts';

export interface SqlitePassageIndexOptions {
  /** Holds the generations' files and the pointer to the live one; created (0700) by the first `begin`. */
  readonly folder: string;
  readonly log: {
    debug(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
  /** Wall clock in milliseconds since 1970. */
  readonly now: () => number;
  /** Path of another build of sqlite-vec than the installed one. */
  readonly vectorExtension?: string;
}

/** The passage index in one SQLite file per generation. Reads in threads of its own, writes in this one. */
export class SqlitePassageIndex implements PassageIndex {
  readonly #options: SqlitePassageIndexOptions;
  readonly #threads: ReaderThreads;
  readonly #memo = createNamesMemo();
  readonly #writers = new Map<string, SqlitePassageWriter>();
  /** The live generation as of the last look; nobody else publishes while this process holds the lock. */
  #live: string | undefined;
  #scriptDistanceSaid = false;

  constructor(options: SqlitePassageIndexOptions) {
    this.#options = options;
    const { folder, vectorExtension } = options;
    this.#threads = new ReaderThreads({ folder, vectorExtension, onScript: () => this.#sayScriptDistance() });
  }

  /** Damaged files are left out and logged: `--full` must be able to replace them. Throws when the live one can't be opened. */
  async generations(options?: CallOptions): Promise<readonly Generation[]> {
    options?.signal?.throwIfAborted();
    const { folder, log } = this.#options;
    const pointer = this.#readPointerIfIntact();
    for (const name of listForeignNames(folder)) log.debug({ file: name }, 'left alone: no generation of the index');
    const ids = listGenerationIds(folder).filter((id) => !pointer?.retired.includes(id));
    return ids.flatMap((id) => this.#readGeneration(id, pointer) ?? []);
  }

  async reader(options?: CallOptions): Promise<PassageReader | undefined> {
    options?.signal?.throwIfAborted();
    const known = this.#threads.generation;
    // Spares each question a turn of the threads, which follow by themselves with every call.
    const isLive = known !== undefined && readLivePointer(this.#options.folder)?.generation === known.id;
    const first = isLive ? known : await this.#threads.follow(options?.signal);
    return first && new QueryReader(this.#threads.call, () => this.#threads.generation ?? first, this.#memo);
  }

  async begin(recipe: Recipe, options?: CallOptions): Promise<Generation> {
    options?.signal?.throwIfAborted();
    const { folder } = this.#options;
    withFolderErrors(folder, () => makeFolder(folder));
    this.#readPointerIfIntact();
    this.#sweep();
    const { id, startedAt } = createGenerationId(this.#options.now(), listGenerationIds(folder));
    createGenerationFile(folder, id, { recipe, startedAt });
    return { id, recipe, state: 'building', startedAt };
  }

  async writer(generation: string, options?: CallOptions): Promise<PassageWriter> {
    options?.signal?.throwIfAborted();
    return this.#openWriter(generation);
  }

  async publish(generation: string, options?: CallOptions): Promise<void> {
    const { folder } = this.#options;
    const pointer = this.#readPointerIfIntact();
    if (pointer?.generation === generation) return;
    await this.#openWriter(generation).finish(options);
    const former = pointer ? [...pointer.retired, pointer.generation] : [];
    const retired = former.filter((id) => id !== generation && existsSync(toGenerationPath(folder, id)));
    writeLivePointer(folder, { generation, retired });
    this.#live = generation;
    for (const id of retired) this.#closeWriter(id);
    this.#sweep();
  }

  async discard(generation: string, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    const { folder } = this.#options;
    if (this.#readPointerIfIntact()?.generation === generation)
      throw new Error(`Generation ${generation} is live and can't be discarded.`);
    this.#closeWriter(generation);
    removeFile(folder, generation);
  }

  async close(): Promise<void> {
    for (const id of [...this.#writers.keys()]) this.#closeWriter(id);
    await this.#threads.close();
  }

  #openWriter(id: string): SqlitePassageWriter {
    const known = this.#writers.get(id);
    if (known) return known;
    const { folder, vectorExtension } = this.#options;
    this.#sweep();
    this.#readPointerIfIntact();
    const { connection, facts } = openGenerationFile(folder, id, { readOnly: false });
    if (facts.recipe.embedding && addVectorDistance(connection.database, vectorExtension) === 'script')
      this.#sayScriptDistance();
    const writer = new SqlitePassageWriter(connection, () => ({
      id,
      recipe: facts.recipe,
      startedAt: facts.startedAt,
      state: this.#live === id ? 'live' : 'building',
    }));
    this.#writers.set(id, writer);
    return writer;
  }

  #closeWriter(id: string): void {
    this.#writers.get(id)?.close();
    this.#writers.delete(id);
  }

  #readGeneration(id: string, pointer: LivePointer | undefined): Generation | undefined {
    const { folder, log } = this.#options;
    try {
      const { id: madeAs, recipe, startedAt } = readGenerationFile(folder, id);
      if (madeAs !== id) {
        log.debug({ file: id }, 'left alone: a copy of a generation under another name');
        return undefined;
      }
      return { id, recipe, startedAt, state: pointer?.generation === id ? 'live' : 'building' };
    } catch (error) {
      const isLive = pointer?.generation === id;
      if (!(error instanceof StorageError) || (isLive && isClosedToUs(error))) throw error;
      log.warn({ generation: id, problem: error.message }, 'a generation of the index cannot be read');
      return undefined;
    }
  }

  /** A damaged pointer is as good as none for those who are about to write a new one. */
  #readPointerIfIntact(): LivePointer | undefined {
    let pointer: LivePointer | undefined;
    try {
      pointer = readLivePointer(this.#options.folder);
    } catch (error) {
      // One that merely can't be read right now may name the live generation still.
      if (!(error instanceof StorageError) || error.cause !== undefined) throw error;
      this.#options.log.warn({ problem: error.message }, 'the pointer to the live index cannot be read');
    }
    this.#live = pointer?.generation;
    return pointer;
  }

  /** Removes what nobody needs any more. Never in the way of the work at hand. */
  #sweep(): void {
    const { folder, log } = this.#options;
    try {
      const { generation, retired = [] } = readLivePointer(folder) ?? {};
      for (const id of retired) {
        if (!removeIfUnused(folder, id)) log.debug({ generation: id }, 'a former index is still being read');
      }
      for (const id of listGenerationIds(folder)) if (id !== generation) removeIfDamaged(folder, id);
      removeDebris(folder);
    } catch (error) {
      log.warn({ problem: String(error) }, 'files of a former index could not be removed');
    }
  }

  #sayScriptDistance(): void {
    if (this.#scriptDistanceSaid) return;
    this.#scriptDistanceSaid = true;
    this.#options.log.warn({}, 'sqlite-vec does not load on this machine: searching by meaning is slower');
  }
}
