import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseHost } from '../../src/ollama/host.ts';
import { findModelTraits } from '../../src/ollama/model-traits.ts';
import { readLines } from '../../src/ollama/read-lines.ts';
import { splitText } from '../../src/ollama/split-text.ts';
import { toBatches } from '../../src/ollama/to-batches.ts';
import { meanVector, toUnitVector } from '../../src/ollama/unit-vector.ts';
import { collect } from './collect.ts';

describe('parseHost', () => {
  const cases = [
    ['127.0.0.1:11435', 'http://127.0.0.1:11435'],
    [' localhost ', 'http://localhost:11434'],
    ['box:80', 'http://box'],
    ['[::1]', 'http://[::1]:11434'],
    ['http://box:11434/', 'http://box:11434'],
    ['https://ai.example.org/ollama/', 'https://ai.example.org/ollama'],
  ] as const;
  for (const [text, url] of cases) {
    it(`reads ${JSON.stringify(text)} as ${url}`, () => {
      assert.equal(parseHost(text, 'CHAT_HOSTS').url, url);
    });
  }

  it('takes credentials out of the address', () => {
    const { url, label, authorization } = parseHost('https://me:p%40ss@box:1', 'CHAT_HOSTS');
    assert.deepEqual([url, label, authorization], ['https://box:1', 'box:1', `Basic ${btoa('me:p@ss')}`]);
  });

  for (const text of ['', '::1', 'ftp://box', 'http://', 'me:secret@']) {
    it(`refuses ${JSON.stringify(text)} without repeating it`, () => {
      assert.throws(() => parseHost(text, 'CHAT_HOSTS'), {
        name: 'ConfigError',
        message: /^CHAT_HOSTS is not(?!.*secret)/,
      });
    });
  }
});

describe('findModelTraits', () => {
  const cases = [
    ['nomic-embed-text', 'search_document: ', 'search_query: ', 'english'],
    ['nomic-embed-text:v1.5', 'search_document: ', 'search_query: ', 'english'],
    ['nomic-embed-text-v2-moe', 'search_document: ', 'search_query: ', 'multilingual'],
    ['hf.co/owner/multilingual-e5-small-GGUF:Q8_0', 'passage: ', 'query: ', 'multilingual'],
    ['embeddinggemma:300m', 'title: none | text: ', 'task: search result | query: ', 'multilingual'],
    ['mxbai-embed-large', '', 'Represent this sentence for searching relevant passages: ', 'english'],
    ['bge-m3', '', '', 'multilingual'],
    ['minilm', '', '', 'english'],
    ['snowflake-arctic-embed2', '', 'query: ', 'multilingual'],
    ['my-own-model', '', '', 'unknown'],
  ] as const;
  for (const [model, documentPrefix, queryPrefix, languages] of cases) {
    it(`knows ${model}`, () => {
      assert.deepEqual(findModelTraits(model), { documentPrefix, queryPrefix, languages });
    });
  }
});

describe('toBatches', () => {
  const text = fc.string({ maxLength: 30 });

  it('keeps all texts in order and within the limits', () => {
    fc.assert(
      fc.property(
        fc.array(text),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 60 }),
        (texts, most, bytes) => {
          const batches = toBatches(texts, { texts: most, bytes, aloneAbove: 20 });
          assert.deepEqual(batches.flat(), texts);
          for (const batch of batches) {
            assert.ok(batch.length > 0 && batch.length <= most);
            assert.ok(batch.length === 1 || Buffer.byteLength(batch.join('')) <= bytes);
            assert.ok(batch.length === 1 || batch.every((each) => each.length <= 20));
          }
        },
      ),
    );
  });
});

describe('splitText', () => {
  it('cuts at the blank nearest to the middle', () => {
    assert.deepEqual(splitText('one two three four five'), ['one two three', 'four five']);
  });

  it('never halves a character', () => {
    const parts = splitText('🧦'.repeat(9)) ?? [];
    assert.ok(parts.every((part) => part.isWellFormed()));
  });

  it('gives up on a short text', () => {
    assert.equal(splitText('  too short      '), undefined);
  });

  it('loses nothing but blanks, and both parts are shorter', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 16, unit: 'binary' }), (text) => {
        const parts = splitText(text);
        if (parts === undefined) return;
        assert.equal(parts.join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
        assert.ok(parts.every((part) => part.length > 0 && part.length < text.trim().length));
      }),
    );
  });
});

describe('unit vectors', () => {
  it('have length 1', () => {
    assert.deepEqual(toUnitVector([3, 4]), Float32Array.from([0.6, 0.8]));
  });

  it('do not exist for nothing, zeros and what is no number', () => {
    const bad = [[], [0, 0], [1, Number.NaN], [1, Number.POSITIVE_INFINITY], [1, null as unknown as number]];
    assert.deepEqual(
      bad.map((values) => toUnitVector(values)),
      bad.map(() => undefined),
    );
  });

  it('have a mean unless they cancel each other out', () => {
    const [east, west, north] = [Float32Array.of(1, 0), Float32Array.of(-1, 0), Float32Array.of(0, 1)];
    assert.deepEqual(meanVector([east, north]), Float32Array.of(Math.SQRT1_2, Math.SQRT1_2));
    assert.equal(meanVector([east, west]), undefined);
  });
});

describe('readLines', () => {
  const encode = (...pieces: string[]) => pieces.map((piece) => new TextEncoder().encode(piece));
  async function* stream(chunks: readonly Uint8Array[]) {
    yield* chunks;
  }
  const read = async (chunks: readonly Uint8Array[]) => {
    const bytes = await collect(readLines(stream(chunks)));
    return Buffer.concat(bytes).toString('utf8');
  };

  it('joins lines that were cut anywhere, also inside a character', async () => {
    const bytes = Buffer.from('{"a":"ü"}\n\n{"b":1}');
    const chunks = [...bytes].map((byte) => Uint8Array.of(byte));
    assert.equal(await read(chunks), '{"a":"ü"}\n{"b":1}\n');
  });

  it('throws at a line that never ends, instead of keeping it', async () => {
    let sent = 0;
    async function* endless() {
      for (; ; sent += 1) yield new Uint8Array(65_536).fill(120);
    }
    await assert.rejects(collect(readLines(endless())), /no end/);
    assert.ok(sent < 50, `${sent}`);
  });

  it('throws at a line that is no JSON or was cut off, without quoting it', async () => {
    for (const line of ['secret\n', '{"a":"sec']) {
      await assert.rejects(read(encode('{"a":1}\n', line)), (error: Error) => !/sec/.test(`${error.stack}`));
    }
  });
});
