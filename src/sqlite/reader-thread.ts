import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StorageError } from '../errors.ts';
import type { Generation } from '../model.ts';
import type { CallQuery } from './query-reader.ts';
import { fromErrorMessage, type ReaderMessage, type ReaderRequest, type ReaderSettings } from './reader-messages.ts';

interface Call {
  readonly request: ReaderRequest;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface ReaderThreadOptions extends ReaderSettings {
  /** Called when the vector extension could not be loaded. */
  readonly onScript: () => void;
}

/**
 * Reads the live generation in a worker thread, one query after the other, started by the first call and again by the
 * next call after it died. Aborted calls reject at once; those still waiting are never run.
 * The thread keeps the process alive only while somebody waits for it.
 */
export class ReaderThread {
  readonly #options: ReaderThreadOptions;
  readonly #waiting: Call[] = [];
  #running: Call | undefined;
  #worker: Worker | undefined;
  #generation: Generation | undefined;
  #closed = false;

  constructor(options: ReaderThreadOptions) {
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

  /** Rejects with `StorageError` when the thread dies, else with what the query throws. */
  readonly call: CallQuery = async (name, args, signal) =>
    // Safe: the thread runs the query of that name and answers with its result.
    (await this.#enqueue({ name, args }, signal)) as never;

  /** Rejects what is still waiting and ends the thread. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#lose(new StorageError('The index was closed while a query was waiting for it.'));
    await worker?.terminate();
  }

  #enqueue(request: ReaderRequest, signal: AbortSignal | undefined): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.#closed) throw new StorageError('The index is closed.');
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call: Call = { request, resolve, reject };
    const abort = () => {
      const position = this.#waiting.indexOf(call);
      if (position >= 0) this.#waiting.splice(position, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#waiting.push(call);
    this.#sendNext();
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  /** One at a time, so that calls aborted meanwhile cost nothing. */
  #sendNext(): void {
    if (this.#running) return;
    this.#running = this.#waiting.shift();
    if (!this.#running) {
      this.#worker?.unref();
      return;
    }
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(this.#running.request);
  }

  #start(): Worker {
    const { folder, vectorExtension } = this.#options;
    // The file is .ts in the sources and .js when built; nothing rewrites this string.
    const url = new URL(`./reader-worker${extname(import.meta.url)}`, import.meta.url);
    const settings: ReaderSettings = { folder, vectorExtension };
    // Flags that only fit the main program (--input-type) would stop the thread.
    const worker = new Worker(url, { name: 'index reader', workerData: settings, execArgv: [] });
    worker.on('message', (message: ReaderMessage) => {
      if (this.#worker === worker) this.#receive(message);
    });
    const die = (cause?: unknown) => {
      if (this.#worker !== worker) return;
      this.#lose(new StorageError('The index reader stopped unexpectedly. Try again.', { cause }));
    };
    worker.on('error', die);
    worker.on('exit', () => die());
    return worker;
  }

  #receive(message: ReaderMessage): void {
    if (message.kind === 'script-distance') {
      this.#options.onScript();
      return;
    }
    const call = this.#running;
    this.#running = undefined;
    if (message.kind === 'error') call?.reject(fromErrorMessage(message.error));
    else {
      this.#generation = message.generation;
      call?.resolve(message.value);
    }
    this.#sendNext();
  }

  #lose(error: StorageError): void {
    const lost = [this.#running, ...this.#waiting].filter((call) => call !== undefined);
    this.#worker = undefined;
    this.#running = undefined;
    this.#waiting.length = 0;
    for (const call of lost) call.reject(error);
  }
}
