import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createSyncWorld } from './sync-world.ts';

describe('excluded tags', () => {
  it('are missed when a name is misspelt, because its documents would be let in', async (context) => {
    const { library, run, deps } = createSyncWorld(context);
    library.setName('tag', 7, 'Private');
    library.add({ id: 1, content: 'diary', tags: [7] });
    deps.excludeTags = ['no-ai', 'private'];
    assert.equal((await run()).unknown_tags, undefined);
    deps.excludeTags = ['no-ai', 'privat'];
    assert.deepEqual((await run()).unknown_tags, ['privat']);
  });

  it('keep documents out, whenever the tag comes and goes', async (context) => {
    const { library, run, indexed, assertInStep } = createSyncWorld(context);
    library.setName('tag', 7, 'No-AI');
    library.add({ id: 1, content: 'public' });
    library.add({ id: 2, content: 'diary', tags: [7] });
    await run();
    assert.deepEqual(await indexed(), [1]);
    library.edit(1, { tags: [7] });
    assert.equal((await run()).removed, 1);
    assert.deepEqual(await indexed(), []);
    library.edit(2, { tags: [] });
    await run();
    assert.deepEqual(await indexed(), [2]);
    await assertInStep();
  });

  it('are followed when a tag is renamed or the setting changes', async (context) => {
    const { library, run, indexed, deps } = createSyncWorld(context);
    library.setName('tag', 7, 'diary');
    library.add({ id: 1, content: 'a' });
    library.add({ id: 2, content: 'b', tags: [7] });
    await run();
    assert.deepEqual(await indexed(), [1, 2]);
    library.setName('tag', 7, 'no-ai');
    await run();
    assert.deepEqual(await indexed(), [1]);
    library.setName('tag', 7, 'diary');
    await run();
    assert.deepEqual(await indexed(), [1, 2]);
    deps.excludeTags = ['diary'];
    await run();
    assert.deepEqual(await indexed(), [1]);
    deps.excludeTags = [];
    await run();
    assert.deepEqual(await indexed(), [1, 2]);
  });

  it('still keep documents out when the token may not see the tag any more', async (context) => {
    const { library, run, indexed, deps } = createSyncWorld(context);
    library.setName('tag', 7, 'no-ai');
    library.add({ id: 1, content: 'diary', tags: [7] });
    library.add({ id: 2, content: 'public' });
    await run();
    const { source } = library;
    deps.source = { ...source, names: async () => ({ ...(await source.names()), tag: new Map() }) };
    for (const mode of ['tick', 'full', 'reconcile', 'tick'] as const) {
      await run({ mode });
      assert.deepEqual(await indexed(), [2], mode);
    }
    deps.source = source;
    library.deleteName('tag', 7);
    await run();
    assert.deepEqual(await indexed(), [1, 2], 'a tag that is gone is on no document');
    const { excluded } = JSON.parse(readFileSync(join(deps.stateDir, 'cursor.json'), 'utf8'));
    assert.deepEqual(excluded, { tags: [], documents: [] });
  });

  it('are not read again at every tick', async (context) => {
    const { library, run } = createSyncWorld(context);
    library.setName('tag', 7, 'no-ai');
    for (let id = 1; id <= 3; id += 1) library.add({ id, tags: [7] });
    library.add({ id: 4, modified: '2026-05-01T00:00:00.000000Z' });
    await run();
    const before = library.calls.read;
    await run();
    assert.equal(library.calls.read - before, 1, 'only the overlap of the cursor');
  });
});
