import type { Generation } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import { raceAbort } from '../race-abort.ts';
import { type Collection, checkIndexes, readInfo, toCollection } from './collection.ts';
import type { Connection } from './connection.ts';
import { MissingCollection } from './qdrant-errors.ts';
import type { CollectionSource, OpenCollection } from './qdrant-passage-reader.ts';
import { shareTurn } from './share-turn.ts';
import { VocabularyReader } from './vocabulary.ts';

/** The collection the alias points to, looked up anew each time: any process may publish another one. */
export class LiveCollection {
  readonly #connection: Connection;
  readonly #alias: string;
  readonly #find = shareTurn(() => this.#findNow());
  #open: OpenCollection | undefined;

  constructor(connection: Connection, alias: string) {
    this.#connection = connection;
    this.#alias = alias;
  }

  /** What is live right now; undefined when nothing has been published. */
  async look(options: CallOptions): Promise<Collection | undefined> {
    return this.#read(options, false);
  }

  /** A source that goes on to the next generation when that is published; undefined when nothing is live yet. */
  async follow(options: CallOptions): Promise<CollectionSource | undefined> {
    if ((await raceAbort(this.#find(), options.signal)) === undefined) return undefined;
    const generation = (): Generation => this.#current().collection.generation;
    return {
      get generation() {
        return generation();
      },
      open: async (callOptions) => {
        await raceAbort(this.#find(), callOptions.signal);
        return this.#current();
      },
    };
  }

  async #findNow(): Promise<OpenCollection | undefined> {
    const collection = await this.#read({}, true);
    if (collection === undefined) return undefined;
    const known = this.#open;
    if (known?.name === collection.name) return known;
    const store = { connection: this.#connection, name: collection.name };
    this.#open = { ...store, collection, vocabulary: new VocabularyReader(store) };
    return this.#open;
  }

  async #read(options: CallOptions, check: boolean): Promise<Collection | undefined> {
    try {
      const info = await readInfo(this.#connection, this.#alias, options);
      if (check) checkIndexes(info, this.#alias);
      return toCollection(info, this.#alias, this.#alias, true);
    } catch (error) {
      if (error instanceof MissingCollection) return undefined;
      throw error;
    }
  }

  #current(): OpenCollection {
    // Only reached after a first look that found one.
    if (this.#open === undefined) throw new MissingCollection();
    return this.#open;
  }
}
