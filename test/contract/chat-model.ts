import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAbort } from '../../src/errors.ts';
import type { ChatChunk, ChatModel } from '../../src/ports.ts';

/** How the world's model replies to the next requests. */
export interface ChatModelScript {
  readonly pieces: readonly string[];
  /** Waited for before anything is answered. */
  readonly gate?: Promise<void>;
  /** Breaks after so many pieces; 0 = nobody answers. */
  readonly failAfter?: number;
  readonly promptTokens?: number;
}

/** A chat model with a context of 2,048 tokens over a world of its own. */
export interface ChatModelWorld {
  readonly model: ChatModel;
  /** How many requests arrived so far. */
  countRequests(): number;
  /** Resolves when whoever generates has noticed that the reader left. */
  readonly abandoned: Promise<void>;
  close(): Promise<void>;
}

const MESSAGES = [
  { role: 'system', content: 'Answer briefly.' },
  { role: 'user', content: 'Say hello.' },
] as const;

/** What every `ChatModel` does. */
export function describeChatModel(name: string, setup: (script: ChatModelScript) => Promise<ChatModelWorld>): void {
  const inWorld = (script: ChatModelScript, run: (world: ChatModelWorld) => Promise<void>) => async () => {
    const world = await setup(script);
    try {
      await run(world);
    } finally {
      await world.close();
    }
  };

  describe(`${name} as a ChatModel`, () => {
    it(
      'yields the pieces in order, then one end with what was counted',
      inWorld({ pieces: ['Hel', 'lo', ' there.'], promptTokens: 31 }, async ({ model }) => {
        const chunks = await Array.fromAsync(model.stream(MESSAGES));
        assert.equal(readText(chunks), 'Hello there.');
        assert.deepEqual(
          chunks.filter(({ type }) => type === 'end'),
          [{ type: 'end', promptTokens: 31, model: model.model }],
        );
        assert.equal(chunks.at(-1)?.type, 'end');
      }),
    );

    it(
      'tells its context length',
      inWorld({ pieces: ['x'] }, async ({ model }) => assert.equal(model.contextTokens, 2_048)),
    );

    it(
      'sends nothing until it is read',
      inWorld({ pieces: ['x'] }, async ({ model, countRequests }) => {
        model.stream(MESSAGES);
        await new Promise(setImmediate);
        assert.equal(countRequests(), 0);
      }),
    );

    it(
      'is unavailable before the first piece when nobody answers',
      inWorld({ pieces: ['x'], failAfter: 0 }, async ({ model }) => {
        await assert.rejects(Array.fromAsync(model.stream(MESSAGES)), { name: 'UnavailableError', service: 'ollama' });
      }),
    );

    it(
      'is unavailable after the pieces that came when it breaks in the middle',
      inWorld({ pieces: ['one ', 'two ', 'three'], failAfter: 2 }, async ({ model }) => {
        const seen: ChatChunk[] = [];
        await assert.rejects(
          async () => {
            for await (const chunk of model.stream(MESSAGES)) seen.push(chunk);
          },
          { name: 'UnavailableError', service: 'ollama' },
        );
        assert.equal(readText(seen), 'one two ');
        assert.ok(seen.every(({ type }) => type === 'text'));
      }),
    );

    it(
      'reports an empty reply to a prompt that filled the context as a wrong configuration',
      inWorld({ pieces: [], promptTokens: 2_048 }, async ({ model }) => {
        await assert.rejects(Array.fromAsync(model.stream(MESSAGES)), { name: 'ConfigError' });
      }),
    );

    it(
      'ends an empty reply with room left like any other',
      inWorld({ pieces: [], promptTokens: 20 }, async ({ model }) => {
        const chunks = await Array.fromAsync(model.stream(MESSAGES));
        assert.deepEqual(chunks, [{ type: 'end', promptTokens: 20, model: model.model }]);
      }),
    );

    it(
      'asks nobody when the signal was aborted before',
      inWorld({ pieces: ['x'] }, async ({ model, countRequests }) => {
        await assert.rejects(Array.fromAsync(model.stream(MESSAGES, { signal: AbortSignal.abort() })), isAbort);
        assert.equal(countRequests(), 0);
      }),
    );

    const gate = Promise.withResolvers<void>();
    it(
      'rejects at an abort while the first piece is still to come, and whoever generates gets to know',
      inWorld({ pieces: ['x'], gate: gate.promise }, async ({ model, countRequests, abandoned }) => {
        const abort = new AbortController();
        const reading = Array.fromAsync(model.stream(MESSAGES, { signal: abort.signal }));
        while (countRequests() === 0) await new Promise(setImmediate);
        abort.abort();
        await assert.rejects(reading, isAbort);
        await abandoned;
        gate.resolve();
      }),
    );

    it(
      'ends the request when the reader stops reading',
      inWorld({ pieces: new Array(50_000).fill('word ') }, async ({ model, abandoned }) => {
        for await (const chunk of model.stream(MESSAGES)) if (chunk.type === 'text') break;
        await abandoned;
      }),
    );
  });
}

function readText(chunks: readonly ChatChunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('');
}
