import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StorageError, UnavailableError } from '../../src/errors.ts';
import { createSyncWorld, type SyncWorld } from './sync-world.ts';

const SOURCE_METHODS = ['names', 'changedSince', 'read', 'allIds', 'count'] as const;
const INDEX_METHODS = [
  'generations',
  'begin',
  'writer',
  'publish',
  'names',
  'stats',
  'documents',
  'documentsWith',
  'fingerprints',
  'replace',
  'updateMetadata',
  'remove',
  'setNames',
  'finish',
] as const;
const MODES = ['tick', 'full', 'reconcile'] as const;

/** An index in step, then changes of every kind waiting to be followed. */
async function prepare(world: SyncWorld): Promise<void> {
  const { library } = world;
  library.setName('correspondent', 1, 'Old name');
  library.setName('tag', 7, 'no-ai');
  for (let id = 1; id <= 6; id += 1)
    library.add({ id, content: `text ${id}`, correspondent: id === 5 ? 1 : undefined });
  await world.run();
  library.edit(1, { content: 'new text' });
  library.edit(2, { tags: [9] });
  library.trash(3);
  library.edit(4, { tags: [7] });
  library.setName('correspondent', 1, 'New name');
  library.add({ id: 8, content: 'another' });
}

/** Breaks one call of a run, then checks that nothing is lost: the next run brings everything in step. */
async function breakOnce(world: SyncWorld, mode: (typeof MODES)[number], arm: () => void, error: Error): Promise<void> {
  await prepare(world);
  arm();
  await world.run({ mode }).catch((thrown: unknown) => assert.equal(thrown, error));
  world.sourceFaults.disarm();
  world.indexFaults.disarm();
  await world.run({ mode });
  await world.assertInStep();
}

describe('whatever the source does not answer', () => {
  for (const method of SOURCE_METHODS) {
    it(`${method}: the next run makes up for it`, async () => {
      for (const mode of MODES) {
        for (const nth of [1, 2]) {
          const world = createSyncWorld();
          const error = new UnavailableError('paperless', 'Paperless does not answer');
          await breakOnce(world, mode, () => world.sourceFaults.onCall(method, nth, () => fail(error)), error);
          await world.close();
        }
      }
    });
  }
});

describe('whatever the index does not do', () => {
  for (const method of INDEX_METHODS) {
    it(`${method}: the next run makes up for it`, async () => {
      for (const mode of MODES) {
        for (const nth of [1, 2]) {
          const world = createSyncWorld();
          const error = new StorageError('the disk is full');
          await breakOnce(world, mode, () => world.indexFaults.onCall(method, nth, () => fail(error)), error);
          await world.close();
        }
      }
    });
  }
});

describe('an abort', () => {
  for (const method of ['fingerprints', 'replace', 'documents'] as const) {
    it(`during ${method} ends the run with what was written kept`, async (context) => {
      const world = createSyncWorld(context);
      await prepare(world);
      const controller = new AbortController();
      world.indexFaults.onCall(method, 1, () => controller.abort());
      await assert.rejects(world.run({ signal: controller.signal }), { name: 'AbortError' });
      await world.run();
      await world.assertInStep();
    });
  }

  it('that comes before anything is done writes nothing', async (context) => {
    const world = createSyncWorld(context);
    await assert.rejects(world.run({ signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.deepEqual(await world.indexed(), []);
  });
});

function fail(error: Error): never {
  throw error;
}
