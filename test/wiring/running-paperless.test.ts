import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createWiredWorld, type SyncChanges, type WiredWorld } from './wired-world.ts';

const DOCUMENTS = 2_000;

async function tick({ sync }: WiredWorld, changes: SyncChanges = {}) {
  const { embedded, metadata_only, removed, failed } = await sync(undefined, changes);
  return { embedded, metadata_only, removed, failed };
}

const NOTHING = { embedded: 0, metadata_only: 0, removed: 0, failed: 0 };

describe('an index that follows a running Paperless', () => {
  it('asks little: 8 requests when nothing changed, documents/500 + 12 to compare everything', async (context) => {
    const world = await createWiredWorld(context, DOCUMENTS);
    assert.equal((await tick(world)).embedded, DOCUMENTS);
    const count = async (changes: SyncChanges) => {
      world.paperless.requests.length = 0;
      assert.deepEqual(await tick(world, changes), NOTHING);
      return world.paperless.requests.length;
    };
    const unchanged = await count({});
    assert.ok(unchanged <= 8, `${unchanged} requests for a tick`);
    const compared = await count({ mode: 'reconcile' });
    assert.ok(compared <= DOCUMENTS / 500 + 12, `${compared} requests for a comparison`);
  });

  it('takes over new names, though renaming moves no document', async (context) => {
    const world = await createWiredWorld(context, 60);
    await tick(world);
    const sender = world.paperless.library.names.correspondents.get(3) ?? assert.fail();
    sender.name = 'Wasserwerk';
    const tag = world.paperless.library.names.tags.get(5) ?? assert.fail();
    tag.name = 'Steuererklärung';
    // A correspondent stands in the header, which is searched and would be embedded; a tag beside it.
    assert.deepEqual(await tick(world), { ...NOTHING, embedded: 2, metadata_only: 3 });
    const ask = world.openAsker();
    const found = async (word: string) => (await ask(word)).hits.map(({ document_id: id }) => id).sort((a, b) => a - b);
    assert.deepEqual(await found('Wasserwerk'), [2, 52]);
    assert.deepEqual(await found('Steuererklärung'), [4, 24, 44]);
  });

  it('removes what is in the trash, and takes back what is restored', async (context) => {
    const world = await createWiredWorld(context, 5);
    await tick(world);
    world.paperless.library.edit(2, { content: 'Zwetschgenknödel' });
    world.paperless.library.trash(3);
    assert.deepEqual(await tick(world), { ...NOTHING, embedded: 1, removed: 1 });
    const [found] = (await world.openAsker()('Zwetschgenknödel')).hits;
    assert.equal(found?.document_id, 2);
    world.paperless.library.restore(3);
    assert.deepEqual(await tick(world), { ...NOTHING, embedded: 1 });
  });

  it('never answers from a document that is in the trash since', async (context) => {
    const world = await createWiredWorld(context, 5);
    world.paperless.library.edit(2, { content: 'Zwetschgenknödel' });
    await tick(world);
    const ask = world.openAsker();
    assert.equal((await ask('Zwetschgenknödel')).hits.length, 1);
    world.paperless.library.trash(2);
    assert.deepEqual((await ask('Zwetschgenknödel')).hits, []);
  });
});
