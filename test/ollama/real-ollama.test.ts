import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OllamaChatModel } from '../../src/ollama/ollama-chat-model.ts';
import { OllamaEmbedder } from '../../src/ollama/ollama-embedder.ts';
import { collect } from './collect.ts';

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

  it('makes unit-length embeddings of the size in the recipe, also of what is too long', async () => {
    const recipe = await embedder().recipe();
    const texts = ['The water bill', '', 'a\0b 🧦 שלום', 'long '.repeat(20_000)];
    const results = await embedder().embedDocuments(texts);
    for (const result of results) {
      assert.ok(result instanceof Float32Array, JSON.stringify(result));
      assert.equal(result.length, recipe.dimensions);
      assert.ok(Math.abs(Math.hypot(...result) - 1) < 1e-3);
    }
  });

  it('puts a question nearer to its answer than to something else', async () => {
    const query = await embedder().embedQuery('How much was the water bill?');
    const [near, far] = await embedder().embedDocuments([
      'The water bill for this year is 240 euros.',
      'Our cat was vaccinated against rabies.',
    ]);
    assert.ok(near instanceof Float32Array && far instanceof Float32Array);
    const cosine = (other: Float32Array) => query.reduce((sum, value, index) => sum + value * other[index]!, 0);
    assert.ok(cosine(near) > cosine(far));
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

  it('refuses a model made for embedding', {
    skip: unless([['OLLAMA_TEST_EMBEDDING_MODEL', embeddingModel]]),
  }, async () => {
    const options = { hosts: [host], model: embeddingModel, contextTokens: 512, keepAlive: '5m' };
    const stream = new OllamaChatModel(options).stream([{ role: 'user', content: 'x' }]);
    await assert.rejects(collect(stream), { name: 'ConfigError' });
  });
});
