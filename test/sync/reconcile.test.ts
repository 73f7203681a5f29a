import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCursorFile } from '../../src/sync/cursor-file.ts';
import { createSyncWorld } from './sync-world.ts';

describe('a reconcile', () => {
  it('repairs what no modification time tells', async (context) => {
    const { library, run, assertInStep } = createSyncWorld(context);
    for (let id = 1; id <= 4; id += 1) library.add({ id, content: `text ${id}` });
    library.add({ id: 9, modified: '2026-05-01T00:00:00.000000Z' });
    await run();
    library.editSilently(1, { content: 'recognised again' });
    library.editSilently(2, { permissions: { owner: 3, viewUsers: [4], viewGroups: [] } });
    library.editSilently(3, { tags: [5] });
    assert.equal((await run()).embedded, 0, 'a tick cannot see it');
    const { embedded, metadata_only, unchanged } = await run({ mode: 'reconcile' });
    assert.deepEqual([embedded, metadata_only, unchanged], [1, 2, 2]);
    await assertInStep();
  });

  it('asks for no more than a request for every 500 documents, and twelve', async (context) => {
    const { library, run } = createSyncWorld(context);
    for (let id = 1; id <= 1_200; id += 1) library.add({ id });
    await run();
    for (const method of ['read', 'changedSince', 'allIds', 'count', 'names'] as const) library.calls[method] = 0;
    await run({ mode: 'reconcile' });
    const { read, changedSince, allIds, count, names } = library.calls;
    // Names are five requests, one for each kind.
    assert.ok(read + changedSince + allIds + count + 5 * names <= 1_200 / 500 + 12, `${read} readings`);
  });

  it('refuses to remove most of the documents', async (context) => {
    const { library, run, indexed, deps } = createSyncWorld(context);
    for (let id = 1; id <= 50; id += 1) library.add({ id });
    await run();
    for (let id = 1; id <= 21; id += 1) library.trash(id);
    const tick = await run();
    assert.deepEqual(tick.refused, { reason: 'mass_removal', removals: 21, documents: 50 });
    assert.deepEqual(readCursorFile(deps.stateDir)?.runs.tick?.refused, tick.refused, 'status did not know why');
    const { removed, refused } = await run({ mode: 'reconcile' });
    assert.deepEqual([removed, refused?.reason], [0, 'mass_removal']);
    assert.equal((await indexed()).length, 50);
    assert.equal((await run({ mode: 'reconcile', allowMassRemoval: true })).removed, 21);
    assert.equal((await indexed()).length, 29);
  });

  it('removes nothing when the list of documents and their count differ', async (context) => {
    const { library, run, indexed, deps } = createSyncWorld(context);
    for (let id = 1; id <= 5; id += 1) library.add({ id });
    await run();
    library.trash(2);
    deps.source = { ...library.source, count: async () => 5 };
    const { removed, refused } = await run({ mode: 'reconcile' });
    assert.deepEqual([removed, refused], [0, { reason: 'incomplete', removals: 1, documents: 5 }]);
    deps.source = library.source;
    await run();
    assert.deepEqual(await indexed(), [1, 3, 4, 5]);
  });

  it('is not put off by a document that arrives between list and count', async (context) => {
    const { library, run, assertInStep } = createSyncWorld(context);
    for (let id = 1; id <= 3; id += 1) library.add({ id });
    await run();
    library.trash(2);
    library.onCall('count', 1, () => void library.add({ id: 9 }));
    assert.equal((await run({ mode: 'reconcile' })).removed, 1);
    await assertInStep();
  });

  it('keeps a document that the list left out but that is still there', async (context) => {
    const { library, run, indexed, deps } = createSyncWorld(context);
    for (let id = 1; id <= 3; id += 1) library.add({ id });
    await run();
    deps.source = { ...library.source, allIds: async () => [1, 3], count: async () => 2 };
    const { removed, refused } = await run({ mode: 'reconcile' });
    assert.deepEqual([removed, refused], [0, { reason: 'incomplete', removals: 1, documents: 3 }]);
    assert.deepEqual(await indexed(), [1, 2, 3]);
  });

  it('is not put off by a document that is restored between the list and the question about it', async (context) => {
    const { library, run, assertInStep } = createSyncWorld(context);
    for (let id = 1; id <= 3; id += 1) library.add({ id });
    await run();
    library.trash(2);
    library.onCall('count', 1, () => library.restore(2));
    assert.equal((await run()).refused, undefined);
    await assertInStep();
  });

  it('is in step with nothing when it refused: a token that sees nothing was reported as fine', async (context) => {
    const { library, run, stateDir } = createSyncWorld(context);
    for (let id = 1; id <= 30; id += 1) library.add({ id });
    await run();
    const before = readCursorFile(stateDir)?.lastSuccessAt;
    library.clear();
    for (const mode of ['tick', 'reconcile', 'full'] as const) {
      assert.equal((await run({ mode })).refused?.reason, 'mass_removal');
      assert.equal(readCursorFile(stateDir)?.lastSuccessAt, before, mode);
    }
  });
});
