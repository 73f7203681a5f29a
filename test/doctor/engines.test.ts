import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type FakeModel, RECORDED_MODELS } from '../fakes/ollama/fake-models.ts';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';
import { FakeCollection } from '../fakes/qdrant/fake-collection.ts';
import { FakeQdrant } from '../fakes/qdrant/fake-qdrant.ts';
import { NEW, OLD } from '../wiring/wired-world.ts';
import { assertFailed, createDoctorWorld, find, namesOf } from './doctor-world.ts';

const PAGE = { body: '<html>', headers: { 'content-type': 'text/html' } };

async function withOllama(context: TestContext, models: FakeModel[] = [OLD, NEW, ...RECORDED_MODELS]) {
  const ollama = await FakeOllama.start({ models });
  context.after(() => ollama.close());
  const world = await createDoctorWorld(context);
  const change = (model: string) => ({ EMBEDDING_HOST: ollama.host, EMBEDDING_MODEL: model });
  return {
    ...world,
    ollama,
    models,
    indexWith: (model: string) => world.index(change(model)),
    examineWith: (model: string) => world.examine(change(model)),
  };
}

describe('doctor and Ollama', () => {
  it('says that the model works and is the one of the index', async (context) => {
    const { indexWith, examineWith } = await withOllama(context);
    await indexWith('embeddinggemma');
    const checks = await examineWith('embeddinggemma');
    assert.deepEqual(namesOf(checks, 'failed'), []);
    assert.equal(find(checks, 'ollama').message, 'Ollama embeds with embeddinggemma (64 dimensions).');
    assert.equal(find(checks, 'embedding_recipe').state, 'ok');
    assert.match(find(checks, 'index').message, /for words and meaning \(embeddinggemma\)/);
  });

  it('is no fault when it is not set up', async (context) => {
    const checks = await (await createDoctorWorld(context)).examine();
    assert.deepEqual([find(checks, 'ollama').state, find(checks, 'qdrant').state], ['open', 'open']);
  });

  it('names the command that brings a missing model', async (context) => {
    const { examineWith } = await withOllama(context);
    assertFailed(await examineWith('bge-m3'), 'ollama', /has no model "bge-m3"/, /ollama pull bge-m3/);
  });

  it('names a chat model, which would answer with numbers', async (context) => {
    const { examineWith } = await withOllama(context);
    assertFailed(await examineWith('smollm2'), 'ollama', /is a chat model/, /Name an embedding model/);
  });

  it('names a server that is down, and one that is not Ollama', async (context) => {
    const { examine, examineWith, ollama } = await withOllama(context);
    const down = await examine({ EMBEDDING_HOST: '127.0.0.1:1' });
    assertFailed(down, 'ollama', /127\.0\.0\.1:1 could not be reached/, /Is it running, and is EMBEDDING_HOST right\?/);
    ollama.planned.push({ status: 404, ...PAGE });
    assertFailed(await examineWith('minilm'), 'ollama', /not Ollama/, /Check the address/);
  });

  it('warns of a model for English in a library of other languages', async (context) => {
    const { examineWith } = await withOllama(context);
    const { state, message, fix } = find(await examineWith('nomic-embed-text'), 'embedding_language');
    assert.equal(state, 'open');
    assert.match(message, /nomic-embed-text knows English only, but about 75 % of the documents/);
    assert.match(fix ?? '', /multilingual model, such as embeddinggemma/);
    const multilingual = await examineWith('embeddinggemma');
    assert.ok(multilingual.every(({ name }) => name !== 'embedding_language'));
  });

  it('says what a change of the model means, also when the old one is gone', async (context) => {
    const { indexWith, examineWith, models } = await withOllama(context);
    await indexWith('nomic-embed-text');
    const there = find(await examineWith('embeddinggemma'), 'embedding_recipe');
    assert.deepEqual([there.state, there.fix], ['open', undefined]);
    assert.match(there.message, /made with nomic-embed-text; the next run builds a new one beside it/);
    models.splice(models.indexOf(OLD), 1);
    const gone = find(await examineWith('embeddinggemma'), 'embedding_recipe');
    assert.match(gone.message, /Until that is complete questions are searched by words only/);
    assert.equal(gone.fix, 'Run paperless-index.');
  });

  it('names a model that makes other dimensions than the index holds', async (context) => {
    const { indexWith, examineWith, models } = await withOllama(context);
    await indexWith('embeddinggemma');
    models.splice(models.indexOf(NEW), 1, { ...NEW, dimensions: 32 });
    const checks = await examineWith('embeddinggemma');
    assertFailed(checks, 'embedding_recipe', /makes 32 dimensions, but the live index holds 64/, /--full/);
  });
});

describe('doctor and the chat model', () => {
  it('was not looked at, and answers were quotations: it says which server has it, and what is wrong with others', async (context) => {
    const { examine, ollama } = await withOllama(context);
    const chat = (model: string, ...hosts: string[]) => examine({ CHAT_MODEL: model, CHAT_HOSTS: hosts.join(',') });
    const works = await chat('smollm2', ollama.host);
    assert.deepEqual(namesOf(works, 'failed'), []);
    assert.match(find(works, 'chat_model').message, /^smollm2 at .* can write answers/);
    const second = (await chat('smollm2', '127.0.0.1:1', ollama.host)).filter(({ name }) => name === 'chat_model');
    assert.deepEqual(
      second.map(({ state }) => state),
      ['ok', 'open'],
    );
    assertFailed(await chat('smollm2', '127.0.0.1:1'), 'chat_model', /could not be reached/, /is CHAT_HOSTS right/);
    assertFailed(await chat('qwen3:8b', ollama.host), 'chat_model', /no model "qwen3:8b"/, /ollama pull qwen3:8b/);
    assertFailed(await chat('minilm', ollama.host), 'chat_model', /can't chat/, /Name a chat model/);
    assert.equal(find(await chat('smollm2', 'ftp://x'), 'chat_model').state, 'failed');
  });

  it('says nothing of it where none is set', async (context) => {
    const checks = await (await createDoctorWorld(context)).examine();
    assert.ok(checks.every(({ name }) => name !== 'chat_model'));
  });
});

describe('doctor and Qdrant', () => {
  async function withQdrant(context: TestContext) {
    const qdrant = await FakeQdrant.start();
    context.after(() => qdrant.close());
    const world = await createDoctorWorld(context);
    const change = { QDRANT_URL: qdrant.url, QDRANT_API_KEY: 'k3y' };
    return { qdrant, examine: () => world.examine(change), index: () => world.index(change), world };
  }

  it('says that it works, before and after the first index', async (context) => {
    const { examine, index } = await withQdrant(context);
    const before = await examine();
    assert.deepEqual(namesOf(before, 'failed'), []);
    assert.equal(find(before, 'qdrant').message, 'Qdrant 1.18.3 answers.');
    assert.equal(find(before, 'qdrant_collection').message, 'The name paperless is free.');
    await index();
    const after = await examine();
    assert.match(find(after, 'qdrant_collection').message, /The alias paperless stands for generation /);
    assert.match(find(after, 'index').message, /4 documents/);
  });

  it('names a server that is down, and does not blame the index', async (context) => {
    const { world } = await withQdrant(context);
    const checks = await world.examine({ QDRANT_URL: 'http://127.0.0.1:1' });
    assertFailed(checks, 'qdrant', /could not be reached/, /Is it running at QDRANT_URL\?/);
    assert.equal(find(checks, 'index').state, 'open');
  });

  it('names a server that is too old, with the version that is needed', async (context) => {
    const { qdrant, examine } = await withQdrant(context);
    qdrant.version = '1.15.5';
    assertFailed(await examine(), 'qdrant', /is 1\.15\.5, but 1\.16 or newer is needed/, /Upgrade it/);
  });

  it('names a key that is refused, without showing it', async (context) => {
    const { qdrant, examine } = await withQdrant(context);
    qdrant.planned.push({ status: 401, body: { status: { error: 'Must provide an API key' } } });
    const checks = await examine();
    assertFailed(checks, 'qdrant', /refuses the key/, /Check QDRANT_API_KEY/);
    assert.doesNotMatch(JSON.stringify(checks), /k3y/);
  });

  it('names what else answers there', async (context) => {
    const { qdrant, examine } = await withQdrant(context);
    qdrant.planned.push({ status: 404, ...PAGE });
    assertFailed(await examine(), 'qdrant', /is not Qdrant/, /Check the address/);
  });

  it('names a collection of somebody else under the name of the alias', async (context) => {
    const { qdrant, examine } = await withQdrant(context);
    qdrant.collections.set('paperless', new FakeCollection({}));
    const checks = await examine();
    assertFailed(checks, 'qdrant_collection', /something named "paperless" that is not an index/, /QDRANT_COLLECTION/);
  });
});
