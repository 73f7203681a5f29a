import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createSyncWorld } from './sync-world.ts';

describe('a state folder that is deleted in mid-run', () => {
  for (const isReal of [true, false]) {
    const store = isReal ? 'with the index in it' : 'with the index elsewhere';
    it(`${store} is an error, and is not made again for cursor.json: the run ended well`, async (context) => {
      const world = createSyncWorld(context, { isReal });
      for (let id = 1; id <= 3; id += 1) world.library.add({ id });
      await world.run();
      world.library.add({ id: 9 });
      world.indexFaults.onCall('replace', 1, () => rmSync(world.stateDir, { recursive: true }));
      await assert.rejects(world.run(), { name: 'StorageError', message: /removed or replaced/ });
      assert.ok(!existsSync(world.stateDir));
    });
  }

  it('and made again by somebody else stays theirs', async (context) => {
    const world = createSyncWorld(context);
    world.library.add({ id: 1 });
    world.indexFaults.onCall('replace', 1, () => {
      rmSync(world.stateDir, { recursive: true });
      mkdirSync(world.stateDir);
    });
    await assert.rejects(world.run(), { name: 'StorageError', message: /removed or replaced/ });
    assert.deepEqual(readdirSync(world.stateDir), []);
  });

  it('of which only the index goes is an error too', async (context) => {
    const world = createSyncWorld(context, { isReal: true });
    world.library.add({ id: 1 });
    await world.run();
    world.library.add({ id: 9 });
    world.indexFaults.onCall('finish', 1, () => rmSync(join(world.stateDir, 'index'), { recursive: true }));
    await assert.rejects(world.run(), { name: 'StorageError', message: /removed or replaced/ });
  });
});
