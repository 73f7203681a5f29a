import { StorageError } from '../errors.ts';
import type { Generation } from '../model.ts';
import type { CallQuery } from './query-reader.ts';
import type { ReaderRequest, ReaderSettings } from './reader-messages.ts';
import { type ReaderCall, ReaderThread } from './reader-thread.ts';

export interface ReaderThreadsOptions extends ReaderSettings {
  /** Called when the vector extension could not be loaded; perhaps more than once. */
  readonly onScript: () => void;
}

/** The legs of a search are of about the same length, two by two. Each thread costs memory for its pages. */
const MOST_THREADS = 2;

/** Queries that take milliseconds. Of the others, waking a thread takes the most time. */
const LONG: ReadonlySet<ReaderRequest['name']> = new Set(['denseTop', 'stemsTop', 'partsTop']);

/** Asked by nobody who waits for it. */
const FOLLOW: ReaderCall = { request: { name: 'follow', args: [] }, resolve() {}, reject() {} };

/**
 * Reads the live generation in worker threads, first come, first served, short calls first and together, started by the calls
 * that need them and again by the next call after one died. Aborted calls reject at once; those still waiting are never run.
 */
export class ReaderThreads {
  readonly #options: ReaderThreadsOptions;
  readonly #waiting: ReaderCall[] = [];
  readonly #threads = new Set<ReaderThread>();
  /** Those whose answer to come may still be of the former generation. */
  readonly #late = new Set<ReaderThread>();
  #generation: Generation | undefined;
  #closed = false;

  constructor(options: ReaderThreadsOptions) {
    this.#options = options;
  }

  /** The live generation as of the last answer. */
  get generation(): Generation | undefined {
    return this.#generation;
  }

  /** Looks which generation is live; undefined when nothing is published. */
  async follow(signal: AbortSignal | undefined): Promise<Generation | undefined> {
    // Safe: `follow` answers with just that.
    return (await this.#enqueue({ name: 'follow', args: [] }, signal)) as Generation | undefined;
  }

  /** Rejects with `StorageError` when its thread dies, else with what the query throws. */
  readonly call: CallQuery = async (name, args, signal) =>
    // Safe: the thread runs the query of that name and answers with its result.
    (await this.#enqueue({ name, args }, signal)) as never;

  /** Rejects what is still waiting and ends the threads. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#generation = undefined;
    const error = new StorageError('The index was closed while a query was waiting for it.');
    for (const call of this.#waiting.splice(0)) call.reject(error);
    await Promise.all([...this.#threads].map((thread) => thread.close(error)));
  }

  async #enqueue(request: ReaderRequest, signal: AbortSignal | undefined): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.#closed) throw new StorageError('The index is closed.');
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call: ReaderCall = { request, resolve, reject };
    const leave = () => {
      const position = this.#waiting.indexOf(call);
      if (position >= 0) this.#waiting.splice(position, 1);
    };
    const abort = () => {
      leave();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#waiting.push(call);
    try {
      // Behind all calls that are made at the same time.
      await Promise.resolve();
      this.#sendNext();
      return await promise;
    } finally {
      signal?.removeEventListener('abort', abort);
      // Where no thread could be started.
      leave();
    }
  }

  /** One long call at a time to each thread, so that those aborted meanwhile cost nothing. */
  #sendNext(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#findIdle() ?? this.#start();
      if (!thread) return;
      thread.run(this.#takeNext());
    }
  }

  #takeNext(): ReaderCall[] {
    // Those first that hardly take any time: most questions wait for several of them, one after the other.
    const short = this.#waiting.filter(({ request }) => !LONG.has(request.name));
    const next = short.length > 0 ? short : this.#waiting.slice(0, 1);
    for (const call of next) this.#waiting.splice(this.#waiting.indexOf(call), 1);
    return next;
  }

  #findIdle(): ReaderThread | undefined {
    return [...this.#threads].find((thread) => thread.isIdle);
  }

  #start(): ReaderThread | undefined {
    if (this.#threads.size >= MOST_THREADS) return undefined;
    const { folder, vectorExtension, onScript } = this.#options;
    const thread = new ReaderThread(
      { folder, vectorExtension },
      {
        onScript,
        onIdle: ({ answers, generation }) => {
          const isLate = this.#late.delete(thread);
          if (!isLate && answers.some(({ kind }) => kind === 'result')) this.#note(generation, thread);
          this.#sendNext();
          if (isLate && thread.isIdle) thread.run([FOLLOW]);
        },
        onDeath: () => {
          this.#threads.delete(thread);
          if (!this.#closed) this.#sendNext();
        },
      },
    );
    this.#threads.add(thread);
    return thread;
  }

  #note(generation: Generation | undefined, by: ReaderThread): void {
    const isNew = generation?.id !== this.#generation?.id;
    this.#generation = generation;
    if (!isNew) return;
    // A thread that nobody asks would keep the former generation's file open.
    for (const thread of this.#threads) {
      if (thread === by) continue;
      if (thread.isIdle) thread.run([FOLLOW]);
      else this.#late.add(thread);
    }
  }
}
