import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { isAbort } from '../../src/errors.ts';
import { OllamaChatModel, type OllamaChatModelOptions } from '../../src/ollama/ollama-chat-model.ts';
import type { ChatChunk } from '../../src/ports.ts';
import { FakeOllama, type FakeOllamaOptions } from '../fakes/ollama/fake-ollama.ts';
import { collect } from './collect.ts';

const MESSAGES = [{ role: 'user', content: 'Say hello.' }] as const;

const started: FakeOllama[] = [];

async function start(options: FakeOllamaOptions = {}): Promise<FakeOllama> {
  const fake = await FakeOllama.start(options);
  started.push(fake);
  return fake;
}

function createModel(
  hosts: readonly { readonly host: string }[],
  more: Partial<Omit<OllamaChatModelOptions, 'hosts'>> = {},
) {
  const options = { model: 'smollm2', contextTokens: 2048, keepAlive: '30m', ...more };
  return new OllamaChatModel({ ...options, hosts: hosts.map(({ host }) => host) });
}

const joinText = (chunks: readonly ChatChunk[]) =>
  chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '|')).join('');

describe('OllamaChatModel', () => {
  afterEach(async () => {
    await Promise.all(started.splice(0).map((fake) => fake.close()));
  });

  describe('chatting with Ollama', () => {
    it('streams the pieces and ends with what the model counted', async () => {
      const model = createModel([await start()]);
      const chunks = await collect(model.stream(MESSAGES));
      assert.deepEqual(chunks, [
        { type: 'text', text: 'Hello' },
        { type: 'text', text: ' there' },
        { type: 'text', text: '.' },
        { type: 'end', promptTokens: 12, model: 'smollm2' },
      ]);
    });

    it('sends the same context length each time, without thinking, and keeps the model loaded', async () => {
      const host = await start();
      await collect(createModel([host]).stream(MESSAGES));
      assert.deepEqual(host.sentTo('/api/chat'), [
        {
          model: 'smollm2',
          messages: MESSAGES,
          stream: true,
          think: false,
          keep_alive: '30m',
          options: { num_ctx: 2048 },
        },
      ]);
    });

    it('sends a plain number of seconds as a number, since Ollama refuses "-1" as text', async () => {
      const host = await start();
      await collect(createModel([host], { keepAlive: '-1' }).stream(MESSAGES));
      assert.equal(host.sentTo<{ keep_alive: number }>('/api/chat')[0]!.keep_alive, -1);
    });

    it('passes a piece on while the next one is still to come', async () => {
      const host = await start();
      const gate = Promise.withResolvers<void>();
      host.script = { pieces: ['first'], gate: gate.promise };
      const stream = createModel([host]).stream(MESSAGES)[Symbol.asyncIterator]();
      const next = stream.next();
      gate.resolve();
      assert.deepEqual((await next).value, { type: 'text', text: 'first' });
      await stream.return?.(undefined);
    });
  });

  describe('several hosts for chat', () => {
    for (const [name, fail] of [
      ['answers 503', (host: FakeOllama) => host.planned.push({ status: 503 })],
      ['breaks the connection', (host: FakeOllama) => host.planned.push('break')],
      [
        'lacks the model',
        (host: FakeOllama) => host.planned.push({ status: 404, body: { error: "model 'x' not found" } }),
      ],
      [
        'reports an error before the first piece',
        (host: FakeOllama) => (host.script = { pieces: ['x'], errorAfter: 0 }),
      ],
      [
        'sends a page of a proxy',
        (host: FakeOllama) => host.planned.push({ status: 502, headers: { 'content-type': 'text/html' } }),
      ],
    ] as const) {
      it(`takes the second one when the first ${name}`, async () => {
        const [first, second] = [await start(), await start()];
        fail(first);
        const chunks = await collect(createModel([first, second]).stream(MESSAGES));
        assert.equal(joinText(chunks), 'Hello there.|');
        assert.equal(first.requests.length, 1);
      });
    }

    it('takes the second one when nothing listens at the first', async () => {
      const [first, second] = [await start(), await start()];
      const model = createModel([first, second]);
      await first.close();
      assert.equal(joinText(await collect(model.stream(MESSAGES))), 'Hello there.|');
    });

    it('takes the second one soon when the first says nothing at all, as a machine that is switched off', async () => {
      const silent = createServer();
      silent.listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const sockets: Socket[] = [];
      silent.on('connection', (socket) => sockets.push(socket));
      // Safe: a server that listens on a port has an address with one. With https the silence is one while connecting.
      const host = { host: `https://127.0.0.1:${(silent.address() as AddressInfo).port}` };
      const limits = { connectMs: 1_000, connectOrNextMs: 50 };
      const alone = collect(createModel([host], limits).stream(MESSAGES)).catch((error: Error) => error.name);
      const both = collect(createModel([host, await start()], limits).stream(MESSAGES)).then(joinText);
      assert.equal(await Promise.race([alone, both]), 'Hello there.|');
      assert.equal(await alone, 'UnavailableError');
      for (const socket of sockets) socket.destroy();
      silent.close();
    });

    it('does not start again elsewhere once the reader has seen text', async () => {
      const [first, second] = [await start(), await start()];
      first.script = { pieces: ['Hello', ' there', '.'], dieAfter: 2 };
      const seen: ChatChunk[] = [];
      await assert.rejects(
        async () => {
          for await (const chunk of createModel([first, second]).stream(MESSAGES)) seen.push(chunk);
        },
        { name: 'UnavailableError', message: /in the middle/ },
      );
      assert.equal(joinText(seen), 'Hello there');
      assert.deepEqual(second.requests, []);
    });

    it('is unavailable when all are down, and names each with its trouble', async () => {
      const [first, second] = [await start(), await start()];
      first.planned.push({ status: 503, body: { error: 'server busy' } });
      second.planned.push({ status: 404, body: { error: "model 'smollm2' not found" } });
      await assert.rejects(collect(createModel([first, second]).stream(MESSAGES)), {
        name: 'UnavailableError',
        message: /it is busy.*ollama pull smollm2/,
      });
    });

    it('is a wrong configuration when no host has the model', async () => {
      const hosts = [await start(), await start()];
      const stream = createModel(hosts, { model: 'qwen3:8b' }).stream(MESSAGES);
      await assert.rejects(collect(stream), { name: 'ConfigError', message: /ollama pull qwen3:8b/ });
    });

    it('is a wrong configuration at once when the model can not chat', async () => {
      const [first, second] = [await start(), await start()];
      const stream = createModel([first, second], { model: 'minilm' }).stream(MESSAGES);
      await assert.rejects(collect(stream), { name: 'ConfigError', message: /status 400: the model can't do that/ });
      assert.deepEqual(second.requests, []);
    });
  });

  describe('an answer that is none', () => {
    it('is an error when the prompt filled the whole context, as Ollama cuts it silently', async () => {
      const host = await start();
      host.script = { pieces: [], promptTokens: 2048 };
      await assert.rejects(collect(createModel([host]).stream(MESSAGES)), {
        name: 'ConfigError',
        message: /whole context of 2048 tokens.*CHAT_NUM_CTX/,
      });
    });

    it('is the same error where a newer Ollama refuses a prompt that is longer than the context', async () => {
      const host = await start();
      const error =
        'the prompt is longer than the context length currently available to the model; shorten the prompt, adjust the context length in settings, or use a model with a longer context length';
      host.planned.push({ status: 400, body: { error } });
      await assert.rejects(collect(createModel([host]).stream(MESSAGES)), {
        name: 'ConfigError',
        message: /whole context of 2048 tokens.*CHAT_NUM_CTX/,
      });
    });

    it('is just empty when the context was not full', async () => {
      const host = await start();
      host.script = { pieces: [] };
      assert.equal(joinText(await collect(createModel([host]).stream(MESSAGES))), '|');
    });

    it('never shows a piece of a cut line on the console', async (t) => {
      const printed = t.mock.method(console, 'warn', () => undefined);
      const host = await start();
      const headers = { 'content-type': 'application/x-ndjson' };
      host.planned.push({ status: 200, body: 'secret', headers });
      host.planned.push({ status: 200, body: { message: { content: 'x' }, done: true }, headers });
      const chunks = await collect(createModel([host, host]).stream(MESSAGES));
      assert.equal(joinText(chunks), 'x|');
      assert.equal(printed.mock.callCount(), 0);
    });
  });

  describe('leaving a chat', () => {
    it('reaches the server when the signal aborts before the first piece', async () => {
      const host = await start();
      const controller = new AbortController();
      host.script = { pieces: ['x'], gate: host.abandoned.promise };
      const next = createModel([host]).stream(MESSAGES, { signal: controller.signal }).next();
      while (host.requests.length === 0) await new Promise(setImmediate);
      controller.abort();
      await assert.rejects(next, isAbort);
      await host.abandoned.promise;
    });

    it('reaches the server when the reader stops in the middle', async () => {
      const host = await start();
      host.script = { pieces: new Array(100_000).fill('word ') };
      for await (const chunk of createModel([host]).stream(MESSAGES)) if (chunk.type === 'text') break;
      await assert.doesNotReject(host.abandoned.promise, 'the server sees the connection end');
    });

    it('asks nobody when the signal was aborted before', async () => {
      const host = await start();
      const stream = createModel([host]).stream(MESSAGES, { signal: AbortSignal.abort() });
      await assert.rejects(collect(stream), isAbort);
      assert.deepEqual(host.requests, []);
    });
  });

  describe('checking the chat hosts', () => {
    it('reports each host on its own', async () => {
      const [good, without, down] = [await start(), await start({ models: [] }), await start()];
      const model = createModel([good, without, down]);
      await down.close();
      const [first, second, third] = await model.check();
      assert.deepEqual(first, { host: good.host, problem: undefined });
      assert.match(second!.problem ?? '', /ollama pull smollm2/);
      assert.match(third!.problem ?? '', /could not be reached/);
    });

    it('refuses an embedding model', async () => {
      const [check] = await createModel([await start()], { model: 'minilm' }).check();
      assert.match(check!.problem ?? '', /can't chat/);
    });
  });
});
