import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StorageError } from '../../src/errors.ts';
import { readCursorFile } from '../../src/sync/cursor-file.ts';
import { createScriptedEmbedder } from '../fakes/scripted-embedder.ts';
import { type Bench, createBench } from './bench.ts';

function fill({ library }: Bench, count: number): void {
  for (let id = 1; id <= count; id += 1) library.add({ id, content: `text ${id}` });
}

describe('a full build', () => {
  it('stands beside the live generation and takes its place', async (context) => {
    const bench = createBench(context);
    fill(bench, 3);
    const { generation: first } = await bench.run();
    const { generation: second, published } = await bench.run({ mode: 'full' });
    assert.equal(published, true);
    assert.notEqual(second, first);
    assert.equal(readCursorFile(bench.stateDir)?.live?.generation, second);
    await bench.assertInStep();
  });

  it('goes on after an interruption without doing anything twice', async (context) => {
    const bench = createBench(context);
    const { embedder, texts } = createScriptedEmbedder();
    bench.deps.embedder = embedder;
    // More than one group of embeddings.
    fill(bench, 150);
    bench.indexFaults.onCall('replace', 2, () => {
      throw new StorageError('the disk is full');
    });
    await assert.rejects(bench.run(), StorageError);
    assert.deepEqual(await bench.indexed(), [], 'nothing half done is live');
    const before = texts.length;
    const { published } = await bench.run();
    assert.equal(published, true);
    await bench.assertInStep();
    assert.ok(texts.length - before < 150, 'what was written is not embedded again');
  });

  it('goes on from the passages there are when cursor.json was lost', async (context) => {
    const bench = createBench(context);
    const { embedder, texts } = createScriptedEmbedder();
    bench.deps.embedder = embedder;
    fill(bench, 150);
    bench.indexFaults.onCall('publish', 1, () => {
      throw new StorageError('the disk is full');
    });
    await assert.rejects(bench.run(), StorageError);
    const { rmSync } = await import('node:fs');
    rmSync(`${bench.stateDir}/cursor.json`);
    const before = texts.length;
    assert.equal((await bench.run()).published, true);
    assert.equal(texts.length, before);
    await bench.assertInStep();
  });

  it('believes the cursor of a generation that went live just before a crash', async (context) => {
    const bench = createBench(context);
    fill(bench, 2);
    bench.indexFaults.onCall('publish', 1, () => {
      // What a kill between publishing and writing cursor.json leaves behind.
      throw new StorageError('the disk is full');
    });
    await assert.rejects(bench.run(), StorageError);
    const generation = readCursorFile(bench.stateDir)?.building?.generation ?? '';
    await bench.index.publish(generation);
    const { unchanged, seen, published } = await bench.run();
    assert.deepEqual([published, seen, unchanged], [false, 2, 2]);
    assert.equal(readCursorFile(bench.stateDir)?.live?.generation, generation);
  });

  it('follows from a changed recipe by itself', async (context) => {
    const bench = createBench(context);
    fill(bench, 3);
    await bench.run();
    bench.deps.recipe = { ...bench.deps.recipe, analyzer: 2 };
    const { published, embedded } = await bench.run();
    assert.deepEqual([published, embedded], [true, 3]);
    const { embedder, changeRecipe } = createScriptedEmbedder();
    bench.deps.embedder = embedder;
    assert.equal((await bench.run()).published, true);
    changeRecipe({ digest: 'sha256:1' });
    assert.equal((await bench.run()).published, true);
    await bench.assertInStep();
    assert.equal((await bench.run()).published, false);
  });

  it('gives up a build whose recipe is no longer wanted', async (context) => {
    const bench = createBench(context);
    fill(bench, 3);
    await bench.run();
    bench.deps.recipe = { ...bench.deps.recipe, analyzer: 2 };
    await bench.run({ limit: 1 });
    assert.equal((await bench.index.generations()).length, 2);
    bench.deps.recipe = { ...bench.deps.recipe, analyzer: 1 };
    assert.equal((await bench.run()).published, false);
    assert.equal((await bench.index.generations()).length, 1);
  });

  it('takes several limited ticks, and the live generation is used meanwhile', async (context) => {
    const bench = createBench(context);
    fill(bench, 5);
    const { generation } = await bench.run();
    bench.deps.recipe = { ...bench.deps.recipe, analyzer: 2 };
    for (let tick = 0; tick < 2; tick += 1) {
      const result = await bench.run({ limit: 2 });
      assert.deepEqual([result.published, result.generation], [false, generation]);
      assert.notEqual(result.building, undefined);
    }
    assert.equal((await bench.run({ limit: 2 })).published, true);
    await bench.assertInStep();
  });

  it('removes documents from the live generation while its recipe cannot be made any more', async (context) => {
    const bench = createBench(context);
    fill(bench, 4);
    await bench.run();
    bench.deps.recipe = { ...bench.deps.recipe, analyzer: 2 };
    bench.library.trash(1);
    bench.library.edit(2, { content: 'new', permissions: { owner: 3, viewUsers: [], viewGroups: [] } });
    await bench.run({ limit: 1 });
    assert.deepEqual(await bench.indexed(), [2, 3, 4]);
    const reader = await bench.index.reader();
    assert.equal(
      await reader?.countDocuments({ scope: { kind: 'user', user: 9, groups: [] } }),
      2,
      'permissions followed',
    );
    await bench.run();
    await bench.assertInStep();
  });

  it('lets the live generation catch up every quarter of an hour', async (context) => {
    const bench = createBench(context);
    const { embedder } = createScriptedEmbedder();
    fill(bench, 150);
    await bench.run();
    bench.deps.embedder = embedder;
    bench.indexFaults.onCall('replace', 1, () => {
      bench.clock.ms += 20 * 60_000;
      bench.library.trash(1);
    });
    bench.indexFaults.onCall('replace', 2, () => {
      throw new StorageError('the disk is full');
    });
    await assert.rejects(bench.run(), StorageError);
    assert.ok(!(await bench.indexed()).includes(1));
  });

  it('replaces a live generation that is damaged', async (context) => {
    const bench = createBench(context);
    fill(bench, 3);
    const { generation } = await bench.run();
    bench.indexFaults.onCall('documents', 1, () => {
      throw new StorageError('the file is damaged');
    });
    const result = await bench.run({ mode: 'full' });
    assert.equal(result.published, true);
    assert.notEqual(result.generation, generation);
    await bench.assertInStep();
  });

  it('includes what changed while it was at work', async (context) => {
    const bench = createBench(context);
    fill(bench, 3);
    bench.indexFaults.onCall('replace', 1, () => {
      bench.library.edit(1, { content: 'edited during the build' });
      bench.library.add({ id: 9, content: 'added during the build' });
    });
    await bench.run();
    await bench.assertInStep();
  });

  it('is not published without most of the documents, unless that is allowed', async (context) => {
    const bench = createBench(context);
    fill(bench, 60);
    await bench.run();
    for (let id = 1; id <= 40; id += 1) bench.library.trash(id);
    bench.deps.recipe = { ...bench.deps.recipe, analyzer: 2 };
    const refused = await bench.run();
    assert.deepEqual(refused.refused, { reason: 'mass_removal', removals: 40, documents: 60 });
    assert.equal(refused.published, false);
    assert.equal((await bench.indexed()).length, 60);
    assert.equal((await bench.run({ mode: 'full', allowMassRemoval: true })).published, true);
    await bench.assertInStep();
  });

  it('is refused with numbers when the disk has no room for two', async (context) => {
    const bench = createBench(context, { isReal: true });
    fill(bench, 3);
    await bench.run();
    bench.deps.freeBytes = async () => 1_000;
    await assert.rejects(bench.run({ mode: 'full' }), {
      name: 'StorageError',
      message: /needs about \d+ MB beside the live one, but only 1 MB are free/,
    });
    await bench.assertInStep();
  });
});
