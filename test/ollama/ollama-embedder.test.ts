import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { ConfigError, isAbort, UnavailableError } from '../../src/errors.ts';
import { OllamaEmbedder, type OllamaEmbedderOptions } from '../../src/ollama/ollama-embedder.ts';
import { embedText, RECORDED_MODELS } from '../fakes/ollama/fake-models.ts';
import { FakeOllama, type FakeOllamaOptions } from '../fakes/ollama/fake-ollama.ts';

interface EmbedBody {
  readonly input: readonly string[];
  readonly truncate: boolean;
}

const [MINILM, SMOLLM] = RECORDED_MODELS;
const NOMIC = { ...MINILM!, name: 'nomic-embed-text:latest', digest: 'd1' };
const LONG = Array.from({ length: 700 }, (_, index) => `w${index}`).join(' ');

let fake: FakeOllama;
/** Waits asked for; nobody really sleeps. */
let waits: number[];

async function start(options: FakeOllamaOptions = {}, more: Partial<OllamaEmbedderOptions> = {}) {
  fake = await FakeOllama.start({ models: [MINILM!, SMOLLM!, NOMIC], ...options });
  waits = [];
  return new OllamaEmbedder({
    host: fake.host,
    model: 'minilm',
    onWait: (waitMs) => waits.push(waitMs),
    waits: { sleep: async (_ms, signal) => signal?.throwIfAborted(), random: () => 1, now: () => 0 },
    ...more,
  });
}

const embedInputs = () => fake.sentTo<EmbedBody>('/api/embed').map(({ input }) => input);

describe('OllamaEmbedder', () => {
  afterEach(() => fake.close());

  describe('recipe of an Ollama model', () => {
    it('holds digest, prefixes and the size of a real embedding, and is asked for once', async () => {
      const embedder = await start({}, { model: 'nomic-embed-text' });
      const recipe = {
        model: 'nomic-embed-text',
        digest: 'd1',
        documentPrefix: 'search_document: ',
        queryPrefix: 'search_query: ',
        dimensions: 384,
      };
      assert.deepEqual(await embedder.recipe(), recipe);
      const { length } = fake.requests;
      assert.deepEqual(await embedder.recipe(), recipe);
      assert.equal(fake.requests.length, length);
    });

    it('is the same for "minilm" and "minilm:latest"', async () => {
      const embedder = await start({}, { model: 'minilm:latest' });
      assert.equal((await embedder.recipe()).model, 'minilm');
    });

    it('takes configured prefixes, and "none" for no prefix', async () => {
      const embedder = await start({}, { model: 'nomic-embed-text', documentPrefix: 'none', queryPrefix: 'q: ' });
      const { documentPrefix, queryPrefix } = await embedder.recipe();
      assert.deepEqual([documentPrefix, queryPrefix], ['', 'q: ']);
    });

    it('says which command brings a missing model', async () => {
      const embedder = await start({}, { model: 'bge-m3' });
      await assert.rejects(embedder.recipe(), { name: 'ConfigError', message: /ollama pull bge-m3/ });
    });

    it('refuses a chat model, which would answer with numbers', async () => {
      const embedder = await start({}, { model: 'smollm2' });
      await assert.rejects(embedder.recipe(), { name: 'ConfigError', message: /is a chat model/ });
    });

    it('is a wrong configuration, not an outage, when the server can not embed with the model', async () => {
      const embedder = await start({ refuse: () => 501 });
      await assert.rejects(embedder.recipe(), { name: 'ConfigError', message: /refused the request for "minilm"/ });
    });

    it('is not remembered when asking failed', async () => {
      const embedder = await start({}, { retries: { tries: 1, firstWaitMs: 1, maxWaitMs: 1 } });
      fake.planned.push({ status: 503 }, { status: 503 });
      await assert.rejects(embedder.recipe(), UnavailableError);
      assert.equal((await embedder.recipe()).dimensions, 384);
    });
  });

  describe('embedding documents with Ollama', () => {
    it('keeps the order over several batches and prefixes every text', async () => {
      const embedder = await start({}, { model: 'nomic-embed-text' });
      const texts = Array.from({ length: 70 }, (_, index) => `text ${index}`);
      const results = await embedder.embedDocuments(texts);
      assert.deepEqual(
        results,
        texts.map((text) => Float32Array.from(embedText(`search_document: ${text}`, 384))),
      );
      assert.deepEqual(
        embedInputs()
          .slice(1)
          .map(({ length }) => length),
        [32, 32, 6],
      );
      assert.ok(fake.sentTo<EmbedBody>('/api/embed').every(({ truncate }) => truncate === false));
    });

    it('asks nothing for no texts', async () => {
      const embedder = await start();
      assert.deepEqual(await embedder.embedDocuments([]), []);
      assert.deepEqual(fake.requests, []);
    });

    for (const cutsSilently of [false, true]) {
      it(`splits a too-long text ${cutsSilently ? 'that the server cut silently' : 'among others'}`, async () => {
        const embedder = await start({ cutsSilently }, { model: 'nomic-embed-text' });
        const [before, long, after] = await embedder.embedDocuments(['one', LONG, 'two']);
        assert.deepEqual(before, Float32Array.from(embedText('search_document: one', 384)));
        assert.deepEqual(after, Float32Array.from(embedText('search_document: two', 384)));
        assert.ok(long instanceof Float32Array);
        assert.ok(Math.abs(Math.hypot(...long) - 1) < 1e-6);
        const parts = embedInputs().filter((input) => input.length === 1 && input[0]!.length < LONG.length);
        assert.ok(parts.slice(1).every(([text]) => text!.startsWith('search_document: ')));
      });
    }

    it('lets a text that can not be divided fail alone', async () => {
      const embedder = await start({ models: [{ ...MINILM!, contextTokens: 8 }] });
      const [short, long] = await embedder.embedDocuments(['a b', 'a b c d e f g']);
      assert.ok(short instanceof Float32Array);
      assert.deepEqual(long, { reason: 'too long for the model and not divisible' });
    });

    it('isolates the one text that makes the model answer 500 (NaN)', async () => {
      const embedder = await start({ refuse: (text) => (text.includes('poison') ? 500 : undefined) });
      const texts = Array.from({ length: 20 }, (_, index) => (index === 13 ? 'poison' : `text ${index}`));
      const results = await embedder.embedDocuments(texts);
      const failed = results.flatMap((result, index) => (result instanceof Float32Array ? [] : [{ index, ...result }]));
      assert.deepEqual(failed, [
        { index: 13, reason: 'Ollama refused it (status 500: the model made no usable numbers of it)' },
      ]);
      assert.deepEqual(waits, []);
    });

    it('gives up with "unavailable" when the model answers 500 to everything, whatever the text', async () => {
      let isBroken = false;
      const embedder = await start({ refuse: () => (isBroken ? 500 : undefined) });
      await embedder.recipe();
      isBroken = true;
      await assert.rejects(embedder.embedDocuments(['a', 'b']), {
        name: 'UnavailableError',
        service: 'ollama',
        message: /^Ollama did not answer \(status 503: .*no usable numbers.*Is it running/,
      });
      assert.equal(waits.length, 5);
    });

    it('reports numbers that are no embedding as a failure of that text', async () => {
      const embedder = await start();
      await embedder.recipe();
      fake.planned.push({ status: 200, body: { embeddings: [new Array(384).fill(0), new Array(384).fill(null)] } });
      assert.deepEqual(
        (await embedder.embedDocuments(['a', 'b'])).map((result) => 'reason' in result),
        [true, true],
      );
    });
  });

  describe('Ollama in trouble', () => {
    it('is asked again after 429, 503 and a broken connection, with growing waits', async () => {
      const embedder = await start();
      await embedder.recipe();
      fake.planned.push({ status: 429, body: { error: 'busy' } }, { status: 503 }, 'break');
      assert.equal((await embedder.embedDocuments(['a'])).length, 1);
      assert.deepEqual(waits, [1000, 2000, 4000]);
    });

    it('is left alone as long as Retry-After says', async () => {
      const embedder = await start();
      await embedder.recipe();
      fake.planned.push(
        { status: 429, headers: { 'retry-after': '20' } },
        {
          status: 503,
          headers: { 'retry-after': 'Thu, 01 Jan 1970 00:00:07 GMT' },
        },
      );
      await embedder.embedDocuments(['a']);
      assert.deepEqual(waits, [20_000, 7_000]);
    });

    it('is given up when Retry-After is far away, with the time for the caller', async () => {
      const embedder = await start();
      await embedder.recipe();
      fake.planned.push({ status: 429, headers: { 'retry-after': '3600' } });
      await assert.rejects(embedder.embedDocuments(['a']), { name: 'UnavailableError', retryAfterS: 3600 });
      assert.deepEqual(waits, []);
    });

    it('makes a question fail fast', async () => {
      const embedder = await start();
      await embedder.recipe();
      fake.planned.push({ status: 503 }, { status: 503 });
      await assert.rejects(embedder.embedQuery('a'), UnavailableError);
      assert.deepEqual(waits, [100]);
    });

    it('is unavailable when nothing listens there', async () => {
      const embedder = await start();
      await fake.close();
      await assert.rejects(embedder.recipe(), { name: 'UnavailableError', message: /could not be reached/ });
    });

    it('is a wrong address when something else answers, and prints nothing', async (t) => {
      const printed = ['log', 'warn', 'error'].map((name) => t.mock.method(console, name as 'log', () => undefined));
      const embedder = await start();
      fake.planned.push({ status: 404, body: '<html>', headers: { 'content-type': 'text/html' } });
      await assert.rejects(embedder.recipe(), { name: 'ConfigError', message: /is not Ollama/ });
      assert.ok(printed.every(({ mock }) => mock.callCount() === 0));
    });

    it('stops waiting and asking as soon as the caller leaves', async () => {
      const controller = new AbortController();
      const embedder = await start({}, { onWait: () => controller.abort() });
      await embedder.recipe();
      fake.planned.push({ status: 503 });
      await assert.rejects(embedder.embedDocuments(['a'], { signal: controller.signal }), isAbort);
      assert.equal(embedInputs().length, 2);
    });
  });

  describe('embedding a question with Ollama', () => {
    it('uses the prefix of questions', async () => {
      const embedder = await start({}, { model: 'nomic-embed-text' });
      const embedding = await embedder.embedQuery('water bill');
      assert.deepEqual(embedding, Float32Array.from(embedText('search_query: water bill', 384)));
    });

    it('says that the question is the problem when it is', async () => {
      const embedder = await start({ refuse: (text) => (text.includes('poison') ? 500 : undefined) });
      await assert.rejects(embedder.embedQuery('poison'), {
        name: 'UnavailableError',
        message: /could not be embedded/,
      });
    });
  });

  describe('checking an Ollama embedder', () => {
    it('tells what languages the model is made for, without loading it', async () => {
      const embedder = await start({}, { model: 'nomic-embed-text' });
      assert.deepEqual(await embedder.check(), { languages: 'english' });
      assert.deepEqual(fake.sentTo('/api/embed'), []);
    });

    it('sees a model that was removed after the start', async () => {
      const embedder = await start();
      await embedder.recipe();
      fake.planned.push({ status: 200, body: { models: [] } });
      await assert.rejects(embedder.check(), ConfigError);
    });
  });
});
