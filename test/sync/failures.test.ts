import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, UnavailableError } from '../../src/errors.ts';
import { readCursorFile } from '../../src/sync/cursor-file.ts';
import { listFailures } from '../../src/sync/list-failures.ts';
import { createScriptedEmbedder } from '../fakes/scripted-embedder.ts';
import { createSyncWorld } from './sync-world.ts';

/** The scripted embedder can't embed a text without words. */
const POISON = '???';

describe('a document that fails', () => {
  it('stops neither the run nor the cursor, and is set aside after five runs', async (context) => {
    const { library, run, deps, indexed, stateDir } = createSyncWorld(context);
    deps.embedder = createScriptedEmbedder().embedder;
    library.add({ id: 1, title: '', content: POISON });
    const { modified } = library.add({ id: 2, content: 'text' });
    const first = await run();
    assert.deepEqual([first.failed, first.embedded, first.published], [1, 1, true]);
    assert.deepEqual(await indexed(), [2]);
    assert.equal(readCursorFile(stateDir)?.live?.cursor, modified);
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      assert.equal((await run()).failed, 1);
      assert.equal(listFailures(stateDir)[0]?.attempts, attempt);
    }
    assert.equal((await run()).failed, 0);
    assert.deepEqual(
      listFailures(stateDir).map(({ document_id, set_aside, reason }) => ({ document_id, set_aside, reason })),
      [{ document_id: 1, set_aside: true, reason: 'a passage could not be embedded: no words' }],
    );
  });

  it('gets new attempts when it changed, and when somebody says so', async (context) => {
    const { library, run, deps, stateDir, assertInStep } = createSyncWorld(context);
    const { embedder } = createScriptedEmbedder();
    deps.embedder = embedder;
    library.add({ id: 1, title: '', content: POISON });
    library.add({ id: 2, title: '', content: POISON });
    for (let attempt = 1; attempt <= 6; attempt += 1) await run();
    library.edit(1, { content: 'better text' });
    assert.equal((await run()).embedded, 1);
    library.editSilently(2, { content: 'better text' });
    assert.equal((await run()).embedded, 0);
    assert.equal((await run({ retryFailed: true })).embedded, 1);
    assert.deepEqual(listFailures(stateDir), []);
    await assertInStep();
  });

  it('keeps its old passages, but not its old permissions', async (context) => {
    const { library, run, deps, index } = createSyncWorld(context);
    deps.embedder = createScriptedEmbedder().embedder;
    library.add({ id: 1, title: '', content: 'old text' });
    await run();
    library.edit(1, { content: POISON, permissions: { owner: 3, viewUsers: [], viewGroups: [] } });
    assert.equal((await run()).failed, 1);
    const reader = await index.reader();
    assert.equal((await reader?.read(['1-0'], { kind: 'everything' }))?.[0]?.text, 'old text');
    assert.deepEqual(await reader?.read(['1-0'], { kind: 'user', user: 9, groups: [] }), []);
  });

  it('is forgotten when it is gone', async (context) => {
    const { library, run, deps, stateDir } = createSyncWorld(context);
    deps.embedder = createScriptedEmbedder().embedder;
    library.add({ id: 1, title: '', content: POISON });
    await run();
    library.trash(1);
    await run();
    assert.deepEqual(listFailures(stateDir), []);
  });

  it('is singled out when the source cannot deliver it', async (context) => {
    const { library, run, deps, indexed, stateDir } = createSyncWorld(context);
    for (let id = 1; id <= 9; id += 1) library.add({ id });
    deps.source = {
      ...library.source,
      read: async (ids, options) => {
        if (ids.includes(5)) throw new UnavailableError('paperless', 'status 500');
        return library.source.read(ids, options);
      },
    };
    assert.equal((await run()).failed, 1);
    assert.deepEqual(await indexed(), [1, 2, 3, 4, 6, 7, 8, 9]);
    assert.match(listFailures(stateDir)[0]?.reason ?? '', /the source does not deliver it/);
  });

  it('is no document that failed when the source delivers none at all: each was tried for itself, for days', async (context) => {
    const { library, run, deps, stateDir, assertInStep } = createSyncWorld(context);
    for (let id = 1; id <= 300; id += 1) library.add({ id });
    let reads = 0;
    let poison = 300;
    const error = new UnavailableError('paperless', 'status 500');
    deps.source = {
      ...library.source,
      read: async (ids, options) => {
        reads += 1;
        if (ids.some((id) => id <= poison)) throw error;
        return library.source.read(ids, options);
      },
    };
    await assert.rejects(run(), error);
    assert.ok(reads < 60, `${reads} readings`);
    assert.deepEqual(listFailures(stateDir), []);
    poison = 18;
    assert.equal((await run()).failed, 18, 'a few beside others are such documents, even if they come first');
    await assertInStep(new Set(Array.from({ length: 18 }, (_, index) => index + 1)));
  });

  it('is singled out when the index cannot take it', async (context) => {
    const { library, run, indexFaults, indexed, assertInStep } = createSyncWorld(context);
    for (let id = 1; id <= 3; id += 1) library.add({ id });
    const break_ = () => {
      throw new TypeError('a bug');
    };
    indexFaults.onCall('replace', 1, break_);
    indexFaults.onCall('replace', 3, break_);
    assert.equal((await run()).failed, 1);
    assert.deepEqual(await indexed(), [1, 3]);
    await run();
    await assertInStep();
  });
});

describe('an embedding service that is down', () => {
  const down = new UnavailableError('ollama', 'Ollama does not answer');

  for (const [name, error] of [
    ['is down', down],
    ['has no such model', new ConfigError('no such model')],
  ] as const) {
    it(`leaves removals and permissions to be followed when it ${name}`, async (context) => {
      const { library, run, deps, indexed, index, assertInStep, stateDir } = createSyncWorld(context);
      const { embedder, failWith } = createScriptedEmbedder();
      deps.embedder = embedder;
      for (let id = 1; id <= 4; id += 1) library.add({ id, content: `text ${id}` });
      await run();
      const cursor = readCursorFile(stateDir)?.live?.cursor;
      library.trash(1);
      library.edit(2, { content: 'new', permissions: { owner: 3, viewUsers: [], viewGroups: [] } });
      library.edit(3, { permissions: { owner: 3, viewUsers: [], viewGroups: [] } });
      failWith(error);
      await assert.rejects(run(), error);
      assert.deepEqual(await indexed(), [2, 3, 4]);
      const reader = await index.reader();
      assert.equal(await reader?.countDocuments({ scope: { kind: 'user', user: 9, groups: [] } }), 1);
      assert.equal(readCursorFile(stateDir)?.live?.cursor, cursor, 'the cursor waits');
      failWith(undefined);
      await run();
      await assertInStep();
    });
  }

  it('stops the first build, which goes on later', async (context) => {
    const { library, run, deps, assertInStep } = createSyncWorld(context);
    const { embedder, failWith } = createScriptedEmbedder();
    deps.embedder = embedder;
    library.add({ id: 1, content: 'text' });
    failWith(down);
    await assert.rejects(run(), down);
    failWith(undefined);
    assert.equal((await run()).published, true);
    await assertInStep();
  });

  it('keeps nobody from following an index without embeddings, but is reported', async (context) => {
    const { library, run, deps, assertInStep } = createSyncWorld(context);
    library.add({ id: 1, content: 'text' });
    await run();
    const { embedder, failWith } = createScriptedEmbedder();
    deps.embedder = embedder;
    failWith(down);
    library.add({ id: 2, content: 'text' });
    await assert.rejects(run(), down);
    await assertInStep();
  });

  it('goes down in mid-run: the cursor stands before the first text left behind', async (context) => {
    const { library, run, deps, stateDir, indexFaults, assertInStep } = createSyncWorld(context);
    const { embedder, failWith } = createScriptedEmbedder();
    deps.embedder = embedder;
    await run();
    for (let id = 1; id <= 100; id += 1) library.add({ id, content: `text ${id}` });
    indexFaults.onCall('replace', 1, () => failWith(down));
    await assert.rejects(run(), down);
    const cursor = readCursorFile(stateDir)?.live?.cursor ?? '';
    // The documents read first were written, the second group was not.
    const [last] = await library.source.read([20]);
    assert.equal(cursor, last?.modified);
    failWith(undefined);
    await run();
    await assertInStep();
  });
});

describe('a document that is deleted while it is embedded', () => {
  it('does not come back', async (context) => {
    const { library, run, deps, indexed } = createSyncWorld(context);
    const { embedder } = createScriptedEmbedder();
    deps.embedder = embedder;
    library.setName('tag', 7, 'no-ai');
    await run();
    library.add({ id: 1, content: 'one' });
    library.add({ id: 2, content: 'two' });
    library.add({ id: 3, content: 'three' });
    deps.embedder = {
      ...embedder,
      embedDocuments: async (texts, options) => {
        library.trash(1);
        library.edit(2, { tags: [7] });
        return embedder.embedDocuments(texts, options);
      },
    };
    assert.equal((await run()).embedded, 1, 'only the third is written');
    assert.deepEqual(await indexed(), [3]);
  });
});
