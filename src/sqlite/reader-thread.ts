import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StorageError } from '../errors.ts';
import { fromErrorMessage, type ReaderMessage, type ReaderRequest, type ReaderSettings } from './reader-messages.ts';

/** What a thread is asked, and who waits for it. */
export interface ReaderCall {
  readonly request: ReaderRequest;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface ReaderThreadEvents {
  /** The thread answered and has nothing to do any more. Comes before the call is settled. */
  onIdle(answer: Extract<ReaderMessage, { kind: 'result' | 'error' }>): void;
  /** The thread died. Comes before the call it was at is rejected with `StorageError`. */
  onDeath(): void;
  /** The vector extension could not be loaded. */
  onScript(): void;
}

/** A worker thread that reads the live generation, one query at a time. Keeps the process alive only while it works. */
export class ReaderThread {
  readonly #worker: Worker;
  readonly #events: ReaderThreadEvents;
  #running: ReaderCall | undefined;
  #isDead = false;

  constructor(settings: ReaderSettings, events: ReaderThreadEvents) {
    this.#events = events;
    // The file is .ts in the sources and .js when built; nothing rewrites this string.
    const url = new URL(`./reader-worker${extname(import.meta.url)}`, import.meta.url);
    // Flags that only fit the main program (--input-type) would stop the thread.
    this.#worker = new Worker(url, { name: 'index reader', workerData: settings, execArgv: [] });
    this.#worker.on('message', (message: ReaderMessage) => this.#receive(message));
    this.#worker.on('error', (error) => this.#die(error));
    this.#worker.on('exit', () => this.#die());
  }

  get isIdle(): boolean {
    return this.#running === undefined;
  }

  /** Only when it is idle. */
  run(call: ReaderCall): void {
    this.#running = call;
    this.#worker.ref();
    this.#worker.postMessage(call.request);
  }

  /** Rejects the call it is at with `error` and ends the thread. */
  async close(error: StorageError): Promise<void> {
    this.#isDead = true;
    this.#running?.reject(error);
    this.#running = undefined;
    await this.#worker.terminate();
  }

  #receive(message: ReaderMessage): void {
    if (this.#isDead) return;
    if (message.kind === 'script-distance') {
      this.#events.onScript();
      return;
    }
    const call = this.#running;
    this.#running = undefined;
    this.#worker.unref();
    this.#events.onIdle(message);
    if (message.kind === 'error') call?.reject(fromErrorMessage(message.error));
    else call?.resolve(message.value);
  }

  #die(cause?: unknown): void {
    if (this.#isDead) return;
    this.#isDead = true;
    const call = this.#running;
    this.#events.onDeath();
    call?.reject(new StorageError('The index reader stopped unexpectedly. Try again.', { cause }));
  }
}
