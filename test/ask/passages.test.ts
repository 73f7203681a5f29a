import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AskDeps } from '../../src/ask/deps.ts';
import { findPassages } from '../../src/ask/passages.ts';
import { ConfigError, UnavailableError } from '../../src/errors.ts';
import { createScriptedEmbedder } from '../fakes/scripted-embedder.ts';
import { ask, createWorld } from './world.ts';

const LONG = {
  id: 1,
  title: 'Policy',
  texts: Array.from({ length: 6 }, (_, index) => `Clause ${index}: theft of a bicycle is covered.`),
};
const SHORT = { id: 2, title: 'Note', tags: [7], texts: ['My bicycle is blue.'] };
const LIBRARY = [LONG, SHORT, { id: 3, title: 'Lease', texts: ['The rent is 935 EUR a month.'] }];
const NAMES = { tag: { 7: 'toys' } };

describe('findPassages', () => {
  it('gives numbered passages with the ranks of the legs that found them', async () => {
    const { deps } = await createWorld(LIBRARY);
    const { hits, mode, degraded } = await findPassages(ask('rent'), 5, deps);
    assert.deepEqual([mode, degraded], ['lexical', undefined]);
    assert.equal(hits.length, 1);
    const { score, ...hit } = hits[0] ?? assert.fail();
    assert.ok(score > 0);
    assert.deepEqual(hit, {
      n: 1,
      passage: '3-0',
      document_id: 3,
      title: 'Lease',
      correspondent: null,
      created: null,
      url: null,
      text: 'The rent is 935 EUR a month.',
      highlights: [{ start: 4, end: 8 }],
      legs: { stems: 1, parts: 1 },
    });
  });

  it('lets one document have at most four of them', async () => {
    const { deps } = await createWorld(LIBRARY);
    const { hits } = await findPassages(ask('bicycle theft'), 8, deps);
    assert.equal(hits.filter(({ document_id }) => document_id === 1).length, 4);
    assert.ok(hits.some(({ document_id }) => document_id === 2));
  });

  it('takes as many as an answer does when nobody says how many', async () => {
    const { deps } = await createWorld(LIBRARY, { names: NAMES });
    const settings = { topK: 2, topKScoped: 1 };
    assert.equal((await findPassages(ask('bicycle'), undefined, { ...deps, settings })).hits.length, 2);
    const scoped = ask('bicycle', { filters: { tags: ['toys'] } });
    assert.equal((await findPassages(scoped, undefined, { ...deps, settings })).hits.length, 1);
  });

  it('fills up with other documents when some are gone', async () => {
    const world = await createWorld(LIBRARY);
    world.library.trash(2);
    const { hits } = await findPassages(ask('blue bicycle'), 1, world.deps);
    assert.deepEqual(
      hits.map(({ document_id }) => document_id),
      [1],
    );
  });

  it('asks the archive once, and not at all when nothing was found', async () => {
    const world = await createWorld(LIBRARY);
    await findPassages(ask('bicycle'), 8, world.deps);
    assert.equal(world.library.calls.visible, 1);
    await findPassages(ask('giraffe'), 8, world.deps);
    assert.equal(world.library.calls.visible, 1);
  });

  it('refuses an unknown filter', async () => {
    const { deps } = await createWorld(LIBRARY, { names: NAMES });
    await assert.rejects(findPassages(ask('bicycle', { filters: { tags: ['toy'] } }), 8, deps), {
      name: 'UsageError',
      field: 'filters.tags',
    });
  });
});

describe('findPassages with an embedder', () => {
  it('finds by meaning what shares no word, behind what shares one', async () => {
    const { embedder } = createScriptedEmbedder({ velo: 'bicycle', azure: 'blue' });
    const { deps } = await createWorld(LIBRARY, { embedder });
    const { hits, mode } = await findPassages(ask('azure velo rent'), 8, deps);
    assert.equal(mode, 'dense+lexical');
    assert.deepEqual([hits[0]?.document_id, hits[0]?.legs.stems], [3, 1]);
    assert.ok(
      hits.some(({ document_id, legs }) => document_id === 2 && legs.stems === undefined && legs.dense !== undefined),
    );
  });

  it('weighs what is near in meaning as the settings say', async () => {
    const { embedder } = createScriptedEmbedder({ velo: 'bicycle', azure: 'blue' });
    const { deps } = await createWorld(LIBRARY, { embedder });
    const scoreOf = async (settings: AskDeps['settings']) => {
      const { hits } = await findPassages(ask('azure velo rent'), 8, { ...deps, settings });
      return hits.find(({ document_id, legs }) => document_id === 2 && legs.dense === 1)?.score;
    };
    assert.equal(await scoreOf(deps.settings), 1 / 61);
    assert.equal(await scoreOf({ ...deps.settings, dense: 'fused' }), 1.5 / 61);
  });

  it('drops what is neither near in meaning nor shares a word', async () => {
    const { embedder } = createScriptedEmbedder();
    const { deps } = await createWorld(LIBRARY, { embedder });
    const settings = { ...deps.settings, scoreFloor: 1.01 };
    const { hits } = await findPassages(ask('rent'), 8, { ...deps, settings });
    assert.deepEqual(
      hits.map(({ document_id }) => document_id),
      [3],
    );
  });

  it('embeds a question once', async () => {
    const { embedder, texts } = createScriptedEmbedder();
    const { deps } = await createWorld(LIBRARY, { embedder });
    texts.length = 0;
    await findPassages(ask('rent'), 8, deps);
    assert.deepEqual(texts, ['rent']);
  });

  it('searches by words and says so when the embedder is down or has no such model', async () => {
    for (const error of [new UnavailableError('ollama', 'Ollama does not answer'), new ConfigError('no such model')]) {
      const scripted = createScriptedEmbedder();
      const world = await createWorld(LIBRARY, { embedder: scripted.embedder });
      scripted.failWith(error);
      const found = await findPassages(ask('rent'), 8, world.deps);
      assert.equal(found.mode, 'lexical');
      assert.equal(found.hits.length, 1);
      assert.match(found.degraded ?? '', /by words only/);
      assert.deepEqual(
        world.logged.map(({ level }) => level),
        ['warn'],
      );
    }
  });

  it('searches by words and says so when the index was embedded with another model', async () => {
    const scripted = createScriptedEmbedder();
    const { deps } = await createWorld(LIBRARY, { embedder: scripted.embedder });
    scripted.changeRecipe({ digest: 'sha256:1' });
    const found = await findPassages(ask('rent'), 8, deps);
    assert.deepEqual(
      [found.mode, found.degraded],
      ['lexical', 'searched by words only: the index was embedded with another model'],
    );
  });

  it('searches by words and says so when the index has no embeddings', async () => {
    const { deps } = await createWorld(LIBRARY);
    const { embedder } = createScriptedEmbedder();
    const found = await findPassages(ask('rent'), 8, { ...deps, embedder });
    assert.deepEqual(
      [found.mode, found.degraded],
      ['lexical', 'searched by words only: the index has no embeddings yet'],
    );
  });

  it('does not hide a bug of the embedder', async () => {
    const scripted = createScriptedEmbedder();
    const { deps } = await createWorld(LIBRARY, { embedder: scripted.embedder });
    scripted.failWith(new TypeError('bug'));
    await assert.rejects(findPassages(ask('rent'), 8, deps), TypeError);
  });
});
