import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IndexMismatchError, StorageError } from '../../src/errors.ts';
import { readCursorFile } from '../../src/sync/cursor-file.ts';
import { createScriptedEmbedder } from '../fakes/scripted-embedder.ts';
import { createSyncWorld, type SyncWorld } from './sync-world.ts';

function fill({ library }: SyncWorld, count: number): void {
  for (let id = 1; id <= count; id += 1) library.add({ id, content: `text ${id}` });
}

describe('a full build', () => {
  it('stands beside the live generation and takes its place', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 3);
    const { generation: first } = await world.run();
    const { generation: second, published } = await world.run({ mode: 'full' });
    assert.equal(published, true);
    assert.notEqual(second, first);
    assert.equal(readCursorFile(world.stateDir)?.live?.generation, second);
    await world.assertInStep();
  });

  it('goes on after an interruption without doing anything twice', async (context) => {
    const world = createSyncWorld(context);
    const { embedder, texts } = createScriptedEmbedder();
    world.deps.embedder = embedder;
    // More than one group of embeddings.
    fill(world, 150);
    world.indexFaults.onCall('replace', 2, () => {
      throw new StorageError('the disk is full');
    });
    await assert.rejects(world.run(), StorageError);
    assert.deepEqual(await world.indexed(), [], 'nothing half done is live');
    const before = texts.length;
    const { published } = await world.run();
    assert.equal(published, true);
    await world.assertInStep();
    assert.ok(texts.length - before < 150, 'what was written is not embedded again');
  });

  it('goes on from the passages there are when cursor.json was lost', async (context) => {
    const world = createSyncWorld(context);
    const { embedder, texts } = createScriptedEmbedder();
    world.deps.embedder = embedder;
    fill(world, 150);
    world.indexFaults.onCall('publish', 1, () => {
      throw new StorageError('the disk is full');
    });
    await assert.rejects(world.run(), StorageError);
    const { rmSync } = await import('node:fs');
    rmSync(`${world.stateDir}/cursor.json`);
    const before = texts.length;
    assert.equal((await world.run()).published, true);
    assert.equal(texts.length, before);
    await world.assertInStep();
  });

  it('believes the cursor of a generation that went live just before a crash', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 2);
    world.indexFaults.onCall('publish', 1, () => {
      // What a kill between publishing and writing cursor.json leaves behind.
      throw new StorageError('the disk is full');
    });
    await assert.rejects(world.run(), StorageError);
    const generation = readCursorFile(world.stateDir)?.building?.generation ?? '';
    await world.index.publish(generation);
    const { unchanged, seen, published } = await world.run();
    assert.deepEqual([published, seen, unchanged], [false, 2, 2]);
    assert.equal(readCursorFile(world.stateDir)?.live?.generation, generation);
  });

  it('follows from a changed recipe by itself', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 3);
    await world.run();
    world.deps.recipe = { ...world.deps.recipe, analyzer: 2 };
    const { published, embedded } = await world.run();
    assert.deepEqual([published, embedded], [true, 3]);
    const { embedder, changeRecipe } = createScriptedEmbedder();
    world.deps.embedder = embedder;
    assert.equal((await world.run()).published, true);
    changeRecipe({ digest: 'sha256:1' });
    assert.equal((await world.run()).published, true);
    await world.assertInStep();
    assert.equal((await world.run()).published, false);
  });

  it('gives up a build whose recipe is no longer wanted', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 3);
    await world.run();
    world.deps.recipe = { ...world.deps.recipe, analyzer: 2 };
    await world.run({ limit: 1 });
    assert.equal((await world.index.generations()).length, 2);
    world.deps.recipe = { ...world.deps.recipe, analyzer: 1 };
    assert.equal((await world.run()).published, false);
    assert.equal((await world.index.generations()).length, 1);
  });

  it('takes several limited ticks, and the live generation is used meanwhile', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 5);
    const { generation } = await world.run();
    world.deps.recipe = { ...world.deps.recipe, analyzer: 2 };
    for (let tick = 0; tick < 2; tick += 1) {
      const result = await world.run({ limit: 2 });
      assert.deepEqual([result.published, result.generation], [false, generation]);
      assert.notEqual(result.building, undefined);
    }
    assert.equal((await world.run({ limit: 2 })).published, true);
    await world.assertInStep();
  });

  it('removes documents from the live generation while its recipe cannot be made any more', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 4);
    await world.run();
    world.deps.recipe = { ...world.deps.recipe, analyzer: 2 };
    world.library.trash(1);
    world.library.edit(2, { content: 'new', permissions: { owner: 3, viewUsers: [], viewGroups: [] } });
    await world.run({ limit: 1 });
    assert.deepEqual(await world.indexed(), [2, 3, 4]);
    const reader = await world.index.reader();
    assert.equal(
      await reader?.countDocuments({ scope: { kind: 'user', user: 9, groups: [] } }),
      2,
      'permissions followed',
    );
    await world.run();
    await world.assertInStep();
  });

  it('lets the live generation catch up every quarter of an hour', async (context) => {
    const world = createSyncWorld(context);
    const { embedder } = createScriptedEmbedder();
    fill(world, 150);
    await world.run();
    world.deps.embedder = embedder;
    world.indexFaults.onCall('replace', 1, () => {
      world.clock.ms += 20 * 60_000;
      world.library.trash(1);
    });
    world.indexFaults.onCall('replace', 2, () => {
      throw new StorageError('the disk is full');
    });
    await assert.rejects(world.run(), StorageError);
    assert.ok(!(await world.indexed()).includes(1));
  });

  it('replaces a live generation that is damaged', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 3);
    const { generation } = await world.run();
    world.indexFaults.onCall('documents', 1, () => {
      throw new StorageError('the file is damaged');
    });
    const result = await world.run({ mode: 'full' });
    assert.equal(result.published, true);
    assert.notEqual(result.generation, generation);
    await world.assertInStep();
  });

  for (const mode of ['tick', 'full'] as const) {
    it(`replaces a live generation that an upgraded program cannot open any more (${mode})`, async (context) => {
      const world = createSyncWorld(context);
      fill(world, 3);
      await world.run();
      world.deps.recipe = { ...world.deps.recipe, schema: 2 };
      world.indexFaults.onCall('writer', 1, () => {
        throw new IndexMismatchError('the file was written by an older program');
      });
      assert.equal((await world.run({ mode })).published, true);
      await world.assertInStep();
    });
  }

  it('begins again when the build it would go on with is damaged: every run failed the same way', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 3);
    await world.run();
    world.deps.recipe = { ...world.deps.recipe, analyzer: 2 };
    await world.run({ limit: 1 });
    world.indexFaults.onCall('writer', 2, () => {
      throw new StorageError('the file is damaged', { isDamage: true });
    });
    const { published, embedded } = await world.run();
    assert.deepEqual([published, embedded], [true, 3]);
    assert.equal((await world.index.generations()).length, 1);
    await world.assertInStep();
  });

  it('keeps an interrupted build when the disk is full', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 3);
    await world.run();
    world.deps.recipe = { ...world.deps.recipe, analyzer: 2 };
    const { building } = await world.run({ limit: 1 });
    world.indexFaults.onCall('replace', 1, () => {
      throw new StorageError('the disk is full');
    });
    await assert.rejects(world.run(), StorageError);
    assert.equal((await world.run()).generation, building);
  });

  it('looks at every document once: "46 looked at" of 44 counted the live generation, too', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 3);
    await world.run();
    world.library.edit(2, { content: 'edited' });
    const { seen, unchanged, embedded } = await world.run({ mode: 'full' });
    assert.deepEqual([seen, unchanged, embedded], [3, 0, 3]);
  });

  it('tells once of a document that fails in both generations', async (context) => {
    const world = createSyncWorld(context);
    const { embedder } = createScriptedEmbedder();
    world.deps.embedder = embedder;
    fill(world, 3);
    await world.run();
    // No words: the scripted model makes nothing of it.
    world.library.edit(2, { title: '…', content: '…' });
    assert.equal((await world.run({ mode: 'full' })).failed, 1);
  });

  it('tells of removals that the live generation refused, unless it is replaced', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 60);
    await world.run();
    for (let id = 1; id <= 40; id += 1) world.library.trash(id);
    world.deps.recipe = { ...world.deps.recipe, analyzer: 2 };
    const limited = await world.run({ limit: 5 });
    assert.deepEqual(limited.refused, { reason: 'mass_removal', removals: 40, documents: 60 });
    const replaced = await world.run({ mode: 'full', allowMassRemoval: true });
    assert.deepEqual([replaced.published, replaced.refused], [true, undefined]);
  });

  it('includes what changed while it was at work', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 3);
    world.indexFaults.onCall('replace', 1, () => {
      world.library.edit(1, { content: 'edited during the build' });
      world.library.add({ id: 9, content: 'added during the build' });
    });
    await world.run();
    await world.assertInStep();
  });

  it('is not published without most of the documents, unless that is allowed', async (context) => {
    const world = createSyncWorld(context);
    fill(world, 60);
    await world.run();
    for (let id = 1; id <= 40; id += 1) world.library.trash(id);
    world.deps.recipe = { ...world.deps.recipe, analyzer: 2 };
    const refused = await world.run();
    assert.deepEqual(refused.refused, { reason: 'mass_removal', removals: 40, documents: 60 });
    assert.equal(refused.published, false);
    assert.equal((await world.indexed()).length, 60);
    assert.equal((await world.run({ mode: 'full', allowMassRemoval: true })).published, true);
    await world.assertInStep();
  });

  it('is refused with numbers when the disk has no room for two', async (context) => {
    const world = createSyncWorld(context, { isReal: true });
    fill(world, 3);
    await world.run();
    world.deps.freeBytes = async () => 1_000;
    await assert.rejects(world.run({ mode: 'full' }), {
      name: 'StorageError',
      message: /needs about \d+ MB beside the live one, but only 1 MB are free/,
    });
    await world.assertInStep();
  });
});
