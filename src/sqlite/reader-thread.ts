import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StorageError } from '../errors.ts';
import {
  fromErrorMessage,
  type ReaderAnswer,
  type ReaderMessage,
  type ReaderRequest,
  type ReaderSettings,
} from './reader-messages.ts';

/** What a thread is asked, and who waits for it. */
export interface ReaderCall {
  readonly request: ReaderRequest;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface ReaderThreadEvents {
  /** The thread answered and has nothing to do any more. Comes before the calls are settled. */
  onIdle(message: Extract<ReaderMessage, { kind: 'answers' }>): void;
  /** The thread died. Comes before the calls it was at are rejected with `StorageError`. */
  onDeath(): void;
  /** The vector extension could not be loaded. */
  onScript(): void;
}

/** A worker thread that reads the live generation. Keeps the process alive only while it works. */
export class ReaderThread {
  readonly #worker: Worker;
  readonly #events: ReaderThreadEvents;
  #running: readonly ReaderCall[] = [];
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
    return this.#running.length === 0;
  }

  /** One after the other, answered together. Only when it is idle. */
  run(calls: readonly ReaderCall[]): void {
    this.#running = calls;
    this.#worker.ref();
    this.#worker.postMessage(calls.map(({ request }) => request));
  }

  /** Rejects the calls it is at with `error` and ends the thread. */
  async close(error: StorageError): Promise<void> {
    this.#isDead = true;
    for (const { reject } of this.#running) reject(error);
    this.#running = [];
    await this.#worker.terminate();
  }

  #receive(message: ReaderMessage): void {
    if (this.#isDead) return;
    if (message.kind === 'script-distance') {
      this.#events.onScript();
      return;
    }
    const calls = this.#running;
    this.#running = [];
    this.#worker.unref();
    this.#events.onIdle(message);
    for (const [index, answer] of message.answers.entries()) settle(calls[index], answer);
  }

  #die(cause?: unknown): void {
    if (this.#isDead) return;
    this.#isDead = true;
    const calls = this.#running;
    this.#events.onDeath();
    const error = new StorageError('The index reader stopped unexpectedly. Try again.', { cause });
    for (const { reject } of calls) reject(error);
  }
}

function settle(call: ReaderCall | undefined, answer: ReaderAnswer): void {
  if (answer.kind === 'error') call?.reject(fromErrorMessage(answer.error));
  else call?.resolve(answer.value);
}
