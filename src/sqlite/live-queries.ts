import { existsSync } from 'node:fs';
import { StorageError } from '../errors.ts';
import type { Generation } from '../model.ts';
import type { Connection } from './connection.ts';
import { openGenerationFile, toGenerationPath } from './generation-file.ts';
import { readLivePointer } from './live-pointer.ts';
import { createQueries, type Queries } from './queries.ts';
import { addVectorDistance } from './vector-distance.ts';

export interface LiveQueriesOptions {
  readonly folder: string;
  /** Path of another build of sqlite-vec than the installed one. */
  readonly vectorExtension: string | undefined;
  /** Called when the vector extension could not be loaded. */
  readonly onScript: () => void;
}

/** The queries of whatever generation is live when one is asked. Synchronous. */
export class LiveQueries {
  readonly #options: LiveQueriesOptions;
  #open: { connection: Connection; generation: Generation; queries: Queries } | undefined;

  constructor(options: LiveQueriesOptions) {
    this.#options = options;
  }

  /** Opens the live generation if it isn't open. Undefined when nothing is published. */
  follow(): Generation | undefined {
    const { folder } = this.#options;
    let id = readLivePointer(folder)?.generation;
    while (id !== undefined && !this.#isOpen(id)) {
      this.close();
      // A missing file: it may have been replaced and removed since the pointer was read.
      const again = existsSync(toGenerationPath(folder, id)) ? id : readLivePointer(folder)?.generation;
      if (again === id) this.#openGeneration(id);
      else id = again;
    }
    if (id === undefined) this.close();
    return this.#open?.generation;
  }

  /** The queries of the generation followed last. Throws `StorageError` when there was none any more. */
  get queries(): Queries {
    if (this.#open) return this.#open.queries;
    throw new StorageError(
      `The index in ${this.#options.folder} has vanished. Restore the folder, or run \`paperless-index\` to build it again.`,
    );
  }

  get generation(): Generation | undefined {
    return this.#open?.generation;
  }

  close(): void {
    this.#open?.connection.close();
    this.#open = undefined;
  }

  /** One that was replaced under its name, by a backup that was restored, isn't open any more. */
  #isOpen(id: string): boolean {
    return this.#open?.generation.id === id && this.#open.connection.isInPlace;
  }

  #openGeneration(id: string): void {
    const { folder, vectorExtension, onScript } = this.#options;
    const { connection, facts } = openGenerationFile(folder, id, { readOnly: true });
    if (facts.recipe.embedding && addVectorDistance(connection.database, vectorExtension) === 'script') onScript();
    this.#open = {
      connection,
      generation: { id, recipe: facts.recipe, startedAt: facts.startedAt, state: 'live' },
      queries: createQueries(connection, facts.recipe.embedding),
    };
  }
}
