import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../src/errors.ts';
import { OllamaChatModel } from '../../src/ollama/ollama-chat-model.ts';
import { OllamaEmbedder } from '../../src/ollama/ollama-embedder.ts';
import { collect } from './collect.ts';
import { describeRecordedAnswers } from './recorded-answers.ts';

const {
  OLLAMA_TEST_URL: host = '',
  OLLAMA_TEST_EMBEDDING_MODEL: embeddingModel = '',
  OLLAMA_TEST_CHAT_MODEL: chatModel = '',
} = process.env;

const unless = (names: readonly (readonly [name: string, value: string])[]) => {
  const missing = names.filter(([, value]) => value === '').map(([name]) => name);
  return missing.length > 0 ? `set ${missing.join(' and ')} to run it` : false;
};

describe('embedding with a real Ollama', {
  skip: unless([
    ['OLLAMA_TEST_URL', host],
    ['OLLAMA_TEST_EMBEDDING_MODEL', embeddingModel],
  ]),
}, () => {
  const embedder = () => new OllamaEmbedder({ host, model: embeddingModel });

  it('makes unit-length embeddings of the size in the recipe, also of what is too long, the same in a batch as alone', async () => {
    const recipe = await embedder().recipe();
    const [alone] = await embedder().embedDocuments(['The water bill']);
    // More than the context of any embedding model with a fixed one.
    const texts = ['The water bill', '', 'a\0b 🧦 שלום', 'long '.repeat(9_000)];
    const results = await embedder().embedDocuments(texts);
    for (const result of results) {
      assert.ok(result instanceof Float32Array, JSON.stringify(result));
      assert.equal(result.length, recipe.dimensions);
      assert.ok(Math.abs(Math.hypot(...result) - 1) < 1e-3);
    }
    assert.ok(alone instanceof Float32Array && results[0] instanceof Float32Array);
    assert.ok(toCosine(alone, results[0]) > 0.999);
  });

  it('puts a question nearer to its answer than to something else', async () => {
    const query = await embedder().embedQuery('How much was the water bill?');
    const [near, far] = await embedder().embedDocuments([
      'The water bill for this year is 240 euros.',
      'Our cat was vaccinated against rabies.',
    ]);
    assert.ok(near instanceof Float32Array && far instanceof Float32Array);
    assert.ok(toCosine(query, near) > toCosine(query, far));
  });

  it('names the command for a model that is not there', async () => {
    const missing = new OllamaEmbedder({ host, model: 'no-such-model' });
    await assert.rejects(missing.recipe(), { name: 'ConfigError', message: /ollama pull no-such-model/ });
  });
});

describe('chatting with a real Ollama', {
  skip: unless([
    ['OLLAMA_TEST_URL', host],
    ['OLLAMA_TEST_CHAT_MODEL', chatModel],
  ]),
}, () => {
  const model = (contextTokens = 2048) =>
    new OllamaChatModel({ hosts: [host], model: chatModel, contextTokens, keepAlive: '5m' });

  it('streams text and counts the prompt', async () => {
    const chunks = await collect(model().stream([{ role: 'user', content: 'Say hello in three words.' }]));
    assert.ok(chunks.some(({ type }) => type === 'text'));
    assert.equal(chunks.at(-1)?.type, 'end');
  });

  it('never lets a prompt that is longer than the context pass unnoticed', async () => {
    const messages = [{ role: 'user', content: 'The water bill was high. '.repeat(200) }] as const;
    const outcome = await collect(model(256).stream(messages)).catch((error: unknown) => error);
    if (outcome instanceof ConfigError) return assert.match(outcome.message, /CHAT_NUM_CTX/);
    assert.ok(Array.isArray(outcome), String(outcome));
    const [end] = outcome.slice(-1);
    assert.ok(end.promptTokens >= 200, JSON.stringify(end));
  });

  it('answers the next question at once after one that was left in the middle', async () => {
    const messages = [{ role: 'user', content: 'Tell me about the water bill.' }] as const;
    for await (const chunk of model().stream(messages)) if (chunk.type === 'text') break;
    const chunks = await collect(model().stream(messages));
    assert.equal(chunks.at(-1)?.type, 'end');
  });

  it('refuses a model made for embedding', {
    skip: unless([['OLLAMA_TEST_EMBEDDING_MODEL', embeddingModel]]),
  }, async () => {
    const options = { hosts: [host], model: embeddingModel, contextTokens: 512, keepAlive: '5m' };
    const stream = new OllamaChatModel(options).stream([{ role: 'user', content: 'x' }]);
    await assert.rejects(collect(stream), { name: 'ConfigError' });
  });
});

describe('every recorded request', {
  skip: unless([
    ['OLLAMA_TEST_URL', host],
    ['OLLAMA_TEST_EMBEDDING_MODEL', embeddingModel],
    ['OLLAMA_TEST_CHAT_MODEL', chatModel],
  ]),
}, () => {
  describeRecordedAnswers('a real Ollama', async () => ({
    url: host.includes('://') ? host : `http://${host}`,
    embeddingModel,
    chatModel,
    hasRecordedWords: false,
    close: async () => {},
  }));
});

function toCosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}
