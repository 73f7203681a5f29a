import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAbort } from '../../src/errors.ts';
import { createWiredWorld, OLD } from './wired-world.ts';

const FROM = 'nomic-embed-text';
const TO = 'embeddinggemma';

describe('a change of the embedding model', () => {
  it('is followed by questions only when the new index is live, and by the prefixes with it', async (context) => {
    const world = await createWiredWorld(context, 12);
    await world.sync(FROM);
    const ask = world.openAsker();
    await ask('first question');
    const partial = await world.sync(TO, { limit: 4 });
    assert.deepEqual([partial.published, typeof partial.building], [false, 'string']);
    const meanwhile = await ask('second question');
    assert.deepEqual([meanwhile.mode, meanwhile.degraded], ['dense+lexical', undefined]);
    assert.deepEqual(
      world.embeddedBy(FROM).filter((text) => text.endsWith('question')),
      ['search_query: first question', 'search_query: second question'],
    );

    assert.equal((await world.sync(TO)).published, true);
    const after = await ask('third question');
    assert.deepEqual([after.mode, after.degraded], ['dense+lexical', undefined]);
    assert.deepEqual(
      world.embeddedBy(TO).filter((text) => text.endsWith('question')),
      ['task: search result | query: third question'],
    );
  });

  it('goes on after an interruption without embedding anything twice, and ends with one copy on disk', async (context) => {
    const world = await createWiredWorld(context, 150);
    await world.sync(FROM);
    const controller = new AbortController();
    const report = (done: number) => {
      if (world.embeddedBy(TO).length > 60 && done > 0) controller.abort();
    };
    await assert.rejects(world.sync(TO, { signal: controller.signal, report }), isAbort);
    const before = world.embeddedBy(TO).length;
    assert.ok(before > 60 && before < 150, `${before} embedded before the interruption`);
    assert.equal(world.files().length, 2);

    assert.equal((await world.sync(TO)).published, true);
    assert.equal(world.embeddedBy(TO).length, new Set(world.embeddedBy(TO)).size, 'nothing twice');
    assert.equal(world.files().length, 1);
  });

  it('leaves one copy on disk also when somebody was reading the old one', async (context) => {
    const world = await createWiredWorld(context, 5);
    await world.sync(FROM);
    const ask = world.openAsker();
    await ask('invoice');
    await world.sync(TO);
    await ask('invoice');
    await world.sync(TO);
    assert.equal(world.files().length, 1);
  });

  it('does not keep changes from being found meanwhile, by words and by meaning', async (context) => {
    const world = await createWiredWorld(context, 12);
    await world.sync(FROM);
    await world.sync(TO, { limit: 4 });
    world.paperless.library.edit(7, { content: 'The Zwetschgenknödel recipe' });
    world.paperless.library.trash(8);
    const { building, embedded } = await world.sync(TO, { limit: 2 });
    // One of the two went to the live index, which is not what the numbers of a build are about.
    assert.deepEqual([typeof building, embedded], ['string', 1]);
    const ask = world.openAsker();
    const [found] = (await ask('Zwetschgenknödel')).hits;
    assert.equal(found?.document_id, 7);
    assert.ok(world.embeddedBy(FROM).some((text) => /^search_document: .*\n.*Zwetschgenknödel/.test(text)));
    const { hits } = await ask('8');
    assert.ok(hits.every(({ document_id: id }) => id !== 8));
  });

  it('costs the meaning, not the answer, when the old model was removed too early', async (context) => {
    const world = await createWiredWorld(context, 12);
    await world.sync(FROM);
    const asked = world.openAsker();
    await asked('invoice');
    world.models.splice(world.models.indexOf(OLD), 1);
    world.paperless.library.edit(7, { content: 'The Zwetschgenknödel recipe' });
    await world.sync(TO, { limit: 4 });
    for (const ask of [asked, world.openAsker()]) {
      const { mode, degraded, hits } = await ask('invoice');
      assert.equal(mode, 'lexical');
      assert.match(degraded ?? '', /by words only: the model that the index was embedded with is not available/);
      assert.ok(hits.length > 0);
    }
    assert.equal((await world.sync(TO)).published, true);
    const { mode, degraded, hits } = await asked('Zwetschgenknödel');
    assert.deepEqual([mode, degraded, hits[0]?.document_id], ['dense+lexical', undefined, 7]);
  });

  it('does not keep the live index from being followed when the new model is not there yet', async (context) => {
    const world = await createWiredWorld(context, 3);
    await world.sync(FROM);
    world.paperless.library.edit(2, { content: 'The Zwetschgenknödel recipe' });
    await assert.rejects(world.sync('bge-m3'), { name: 'ConfigError', message: /ollama pull bge-m3/ });
    const { hits } = await world.openAsker()('Zwetschgenknödel');
    assert.equal(hits[0]?.document_id, 2);
    assert.ok(world.embeddedBy(FROM).some((text) => text.includes('Zwetschgenknödel')));
  });

  it('that was pulled anew under its old name makes a new index too', async (context) => {
    const world = await createWiredWorld(context, 3);
    await world.sync(FROM);
    world.models.splice(world.models.indexOf(OLD), 1, { ...OLD, digest: 'old2' });
    const { mode, degraded } = await world.openAsker()('invoice');
    assert.deepEqual(
      [mode, degraded],
      ['lexical', 'searched by words only: the index was embedded with another model'],
    );
    assert.equal((await world.sync(FROM)).published, true);
    assert.equal((await world.openAsker()('invoice')).mode, 'dense+lexical');
  });

  it('is refused with numbers before it starts when the disk has no room for two', async (context) => {
    const world = await createWiredWorld(context, 12);
    const { generation } = await world.sync(FROM);
    const before = world.files();
    await assert.rejects(world.sync(TO, { deps: { freeBytes: async () => 50_000 } }), {
      name: 'StorageError',
      message: /needs about \d+ MB beside the live one, but only 1 MB are free/,
    });
    assert.deepEqual([world.files(), world.embeddedBy(TO)], [before, []]);
    assert.equal((await world.sync(FROM)).generation, generation);
  });

  it('counts the embeddings into the room that a first index with any needs', async (context) => {
    const world = await createWiredWorld(context, 60);
    await world.sync(undefined);
    const roomFor = async (freeBytes: number) =>
      world.sync(TO, { limit: 1, deps: { freeBytes: async () => freeBytes } });
    world.models.splice(1, 1, { ...OLD, name: 'embeddinggemma:latest', dimensions: 16_384 });
    await assert.rejects(roomFor(3_000_000), /needs about \d+ MB/);
    assert.equal(typeof (await roomFor(50_000_000)).building, 'string');
  });

  it('concerns nobody who wants no search by meaning', async (context) => {
    const world = await createWiredWorld(context, 3);
    await world.sync(FROM);
    const { mode, degraded, hits } = await world.openAsker({ RAG_DENSE: 'off' })('invoice');
    assert.deepEqual([mode, degraded, hits.length > 0], ['lexical', undefined, true]);
  });
});
