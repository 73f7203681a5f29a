import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCursorFile } from '../../src/sync/cursor-file.ts';
import { createScriptedEmbedder } from '../fakes/scripted-embedder.ts';
import { createSyncWorld } from './sync-world.ts';

const PRIVATE = { owner: 3, viewUsers: [], viewGroups: [] };

describe('a tick', () => {
  it('indexes everything the first time, publishes it, and has nothing to do the second time', async (context) => {
    const { library, run, assertInStep } = createSyncWorld(context);
    library.add({ content: 'one' });
    library.add({ content: 'two' });
    library.setName('tag', 4, 'energy');
    const first = await run();
    assert.equal(first.published, true);
    assert.equal(first.embedded, 2);
    await assertInStep();
    const second = await run();
    const { seen, unchanged, embedded, metadata_only, removed, failed, passages } = second;
    assert.deepEqual(
      { embedded, metadata_only, removed, failed, passages },
      { embedded: 0, metadata_only: 0, removed: 0, failed: 0, passages: 0 },
    );
    assert.equal(seen, unchanged);
  });

  it('publishes an empty library too', async (context) => {
    const { run, assertInStep } = createSyncWorld(context);
    assert.equal((await run()).published, true);
    await assertInStep();
  });

  it('replaces what was edited and updates what only has new metadata or permissions', async (context) => {
    const { library, run, assertInStep } = createSyncWorld(context);
    library.setName('tag', 4, 'energy');
    for (let id = 1; id <= 4; id += 1) library.add({ id, content: `text ${id}` });
    await run();
    library.edit(1, { content: 'new text' });
    library.edit(2, { tags: [4] });
    library.edit(3, { permissions: PRIVATE });
    const { embedded, metadata_only } = await run();
    assert.deepEqual([embedded, metadata_only], [1, 2]);
    await assertInStep();
  });

  it('embeds again when the header changed: title, correspondent, date', async (context) => {
    const { library, run, assertInStep } = createSyncWorld(context);
    library.setName('correspondent', 4, 'Harbour Lettings');
    for (let id = 1; id <= 3; id += 1) library.add({ id, content: `text ${id}` });
    await run();
    library.edit(1, { title: 'Lease' });
    library.edit(2, { correspondent: 4 });
    library.edit(3, { created: '2024-02-29' });
    assert.equal((await run()).embedded, 3);
    await assertInStep();
  });

  it('removes what is in the trash and takes back what is restored', async (context) => {
    const { library, run, assertInStep, indexed } = createSyncWorld(context);
    for (let id = 1; id <= 3; id += 1) library.add({ id, content: `text ${id}` });
    await run();
    library.trash(2);
    assert.equal((await run()).removed, 1);
    assert.deepEqual(await indexed(), [1, 3]);
    library.restore(2);
    await run();
    await assertInStep();
  });

  it('removes a trashed document even when another one appears at the same time', async (context) => {
    const { library, run, assertInStep } = createSyncWorld(context);
    for (let id = 1; id <= 3; id += 1) library.add({ id, content: `text ${id}` });
    await run();
    library.trash(2);
    // As when the token is given the right to see an old document: nothing tells that it is new.
    library.add({ id: 9, content: 'old', modified: '2020-01-01T00:00:00.000000Z' });
    await run();
    await assertInStep();
  });

  it('follows names that were renamed, created late, or deleted, though no document is modified', async (context) => {
    const { library, run, assertInStep } = createSyncWorld(context);
    library.setName('correspondent', 1, 'Old name');
    library.setName('tag', 1, 'old tag');
    library.add({ id: 1, correspondent: 1, tags: [1, 2], content: 'text' });
    library.add({ id: 2, content: 'text' });
    await run();
    library.setName('correspondent', 1, 'New name');
    assert.equal((await run()).embedded, 1, 'the header holds the name');
    await assertInStep();
    library.setName('tag', 2, 'created late');
    assert.equal((await run()).metadata_only, 1);
    await assertInStep();
    library.deleteName('tag', 1);
    library.deleteName('correspondent', 1);
    await run();
    await assertInStep();
  });

  it('moves the cursor to the last document, and not into the future', async (context) => {
    const { library, run, stateDir } = createSyncWorld(context);
    library.add({ modified: '2026-03-01T10:00:00.123456Z' });
    await run();
    assert.equal(readCursorFile(stateDir)?.live?.cursor, '2026-03-01T10:00:00.123456Z');
    library.add({ modified: '2036-03-01T10:00:00.123456Z' });
    await run();
    assert.match(readCursorFile(stateDir)?.live?.cursor ?? '', /^2026-06-01/);
  });

  it('believes no cursor that lies in the future: after the clock was put back it missed what changed', async (context) => {
    const { library, run, clock, stateDir, assertInStep } = createSyncWorld(context);
    clock.ms += 86_400_000;
    library.add({ id: 1, modified: '2026-06-01T23:00:00.000000Z', content: 'one' });
    library.add({ id: 2, modified: '2026-06-01T23:00:00.000000Z', content: 'two' });
    await run();
    clock.ms -= 86_400_000;
    library.editSilently(1, { content: 'new', modified: '2026-06-01T00:00:00.000000Z' });
    await run();
    await assertInStep(new Set([2]));
    assert.match(readCursorFile(stateDir)?.live?.cursor ?? '', /^2026-06-01/);
  });

  it('believes no cursor of another generation and starts from the beginning', async (context) => {
    const { library, run, stateDir, deps, assertInStep } = createSyncWorld(context);
    library.add({ content: 'one' });
    library.add({ content: 'two' });
    await run();
    const { rmSync } = await import('node:fs');
    rmSync(`${stateDir}/cursor.json`);
    const warnings: string[] = [];
    deps.log = { ...deps.log, warn: (_fields, message) => void warnings.push(message) };
    const { seen, unchanged } = await run();
    assert.deepEqual([seen, unchanged], [2, 2]);
    assert.match(warnings.join(), /no cursor for the live index/);
    await assertInStep();
  });
});

describe('a tick with a limit', () => {
  it('publishes what the first one did, and goes on where it stopped', async (context) => {
    const { library, run, indexed, assertInStep } = createSyncWorld(context);
    for (let id = 1; id <= 5; id += 1) library.add({ id, content: `text ${id}` });
    assert.equal((await run({ limit: 2 })).embedded, 2);
    assert.deepEqual(await indexed(), [1, 2]);
    assert.equal((await run({ limit: 2 })).embedded, 2);
    assert.equal((await run({ limit: 2 })).embedded, 1);
    await assertInStep();
  });

  it('gets over a thousand documents that were modified in the same second', async (context) => {
    const { library, run, assertInStep } = createSyncWorld(context);
    const modified = '2026-03-01T10:00:00.000000Z';
    for (let id = 1; id <= 30; id += 1) library.add({ id, modified, content: `text ${id}` });
    for (let round = 0; round < 3; round += 1) assert.equal((await run({ limit: 10 })).embedded, 10);
    await assertInStep();
  });

  it('is not used up by documents that are set aside: it never got beyond them', async (context) => {
    const { library, run, deps, indexed } = createSyncWorld(context);
    deps.embedder = createScriptedEmbedder().embedder;
    const modified = '2026-03-01T10:00:00.000000Z';
    // No words: the scripted model makes nothing of them.
    for (let id = 1; id <= 3; id += 1) library.add({ id, modified, title: '', content: '…' });
    for (let attempt = 1; attempt <= 5; attempt += 1) await run();
    for (let id = 4; id <= 7; id += 1) library.add({ id, modified, content: `text ${id}` });
    for (const mode of ['tick', 'reconcile'] as const) assert.equal((await run({ mode, limit: 2 })).embedded, 2);
    assert.deepEqual(await indexed(), [4, 5, 6, 7]);
  });

  it('removes what is gone all the same', async (context) => {
    const { library, run, indexed } = createSyncWorld(context);
    for (let id = 1; id <= 3; id += 1) library.add({ id, content: `text ${id}` });
    await run();
    for (let id = 1; id <= 2; id += 1) library.edit(id, { content: 'new' });
    library.trash(3);
    await run({ limit: 1 });
    assert.deepEqual(await indexed(), [1, 2]);
  });
});
