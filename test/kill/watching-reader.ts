import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { EVERYTHING, type Id } from '../../src/model.ts';
import type { PassageIndex, PassageReader } from '../../src/ports.ts';
import { readDocument } from './dump-index.ts';

/** A reader that was opened once and asks all the time, whatever happens to the writer. */
export class WatchingReader {
  /** Documents that were indexed before and are wanted still: never gone, not for a moment. */
  steady: ReadonlySet<Id> = new Set();
  asked = 0;
  readonly #reader: PassageReader;
  readonly #random: () => number;
  readonly #ended = new AbortController();
  readonly #watching: Promise<void>;
  readonly #failures: unknown[] = [];

  static async open(index: PassageIndex, random: () => number): Promise<WatchingReader> {
    const reader = await index.reader();
    assert.ok(reader, 'something is live');
    return new WatchingReader(reader, random);
  }

  constructor(reader: PassageReader, random: () => number) {
    this.#reader = reader;
    this.#random = random;
    this.#watching = this.#watch();
  }

  /** Also twice. */
  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#watching;
  }

  /** Stops, and throws the first thing that went wrong in all the time. */
  async close(): Promise<void> {
    await this.stop();
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  /** Never throws: `close` does. */
  async ask(): Promise<void> {
    try {
      await this.#ask();
      this.asked += 1;
    } catch (error) {
      this.#failures.push(error);
    }
  }

  async #ask(): Promise<void> {
    const reader = this.#reader;
    const steady = [...this.steady];
    const id = steady[Math.floor(this.#random() * steady.length)];
    if (id !== undefined) checkWhole(id, this.steady.has(id), await readDocument(reader, id));
    const hits = await reader.stemsTop(['water'], 20, { scope: EVERYTHING });
    assert.ok(hits.length > 0, 'a word of most documents is found');
    await reader.read(
      hits.map((hit) => hit.id),
      EVERYTHING,
    );
    const { documents } = await reader.stats();
    assert.ok(documents >= this.steady.size / 2, `${documents} documents are left`);
    assert.ok((await reader.names()).tag.size > 0);
  }

  async #watch(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      await this.ask();
      // Only to leave the writer some of the processor.
      await setTimeout(20);
    }
  }
}

/** The text put together again from its passages begins and ends with the same version. */
function checkWhole(
  id: Id,
  isSteady: boolean,
  passages: readonly { readonly kind: string; readonly start: number; readonly text: string }[],
): void {
  if (isSteady) assert.ok(passages.length > 0, `document ${id} is there`);
  if (passages.length === 0) return;
  let text = '';
  for (const passage of passages) if (passage.kind === 'body') text = text.slice(0, passage.start) + passage.text;
  const [, begin] = /^Beginning of (version \d+ of document \d+)\./.exec(text) ?? [];
  const [, end] = /End of (version \d+ of document \d+)\.$/.exec(text) ?? [];
  assert.ok(begin !== undefined && begin === end, `document ${id} is whole: ${begin}, ${end}`);
}
