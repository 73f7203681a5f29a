import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import { toStoredRecipe } from '../../src/store/stored-recipe.ts';
import { createEntry, DENSE, LEXICAL, openReader, publishEntries } from '../contract/passage-index-world.ts';
import { FakeCollection } from '../fakes/qdrant/fake-collection.ts';
import { createQdrantWorld, type QdrantWorld } from './create-qdrant-world.ts';

const ALL = { scope: EVERYTHING };
const LEMON = [createEntry(1, { texts: ['lemon'] })];

describe('generations in Qdrant', () => {
  let world: QdrantWorld;
  beforeEach(async () => {
    world = await createQdrantWorld();
  });
  afterEach(() => world.close());

  const findLemons = async () => (await (await openReader(world.open())).stemsTop(['lemon'], 5, ALL)).length;

  it('are collections with named vectors, the recipe, and an index for all that is filtered by', async () => {
    const { id } = await world.open({ shards: 3, replicas: 2 }).begin(DENSE);
    const collection = world.fake.collections.get(`paperless-${id}`) ?? assert.fail('no collection');
    const { vectors, sparse_vectors: sparse, shard_number: shards, replication_factor: replicas } = collection.config;
    assert.deepEqual(vectors, { dense: { size: 4, distance: 'Cosine' } });
    assert.deepEqual(sparse, { lexical: {}, words: { index: { on_disk: true } } });
    assert.deepEqual([shards, replicas], [3, 2]);
    assert.equal(collection.metadata.state, 'building');
    assert.deepEqual(collection.metadata.recipe, toStoredRecipe(DENSE));
    const types = Object.fromEntries(collection.indexes);
    for (const field of [
      'correspondent',
      'document_type',
      'tags',
      'owner',
      'view_users',
      'view_groups',
      'document_id',
    ]) {
      assert.equal(types[field], 'integer', field);
    }
    assert.equal(types.created, 'datetime');
  });

  it('are begun though the connection breaks when one is made: "already exists" was taken for somebody else\'s', async () => {
    world.fake.onRequest = ({ method, path }) => {
      if (method !== 'PUT' || !/^\/collections\/paperless-\w+$/.test(path)) return;
      world.fake.onRequest = undefined;
      world.fake.planned.push('break behind');
    };
    const { id } = await world.open().begin(LEXICAL);
    assert.equal(world.fake.onRequest, undefined);
    assert.ok(world.fake.collections.get(`paperless-${id}`)?.indexes.has('tags'));
  });

  it('are swapped in one request', async () => {
    const index = world.open();
    await publishEntries(index, LEXICAL, LEMON);
    world.fake.requests.length = 0;
    const { generation } = await publishEntries(index, DENSE, LEMON);
    assert.equal(world.fake.requests.filter(({ path }) => path === '/collections/aliases').length, 1);
    assert.deepEqual([...world.fake.aliases], [['paperless', `paperless-${generation.id}`]]);
    assert.deepEqual([...world.fake.collections.keys()], [`paperless-${generation.id}`]);
  });

  it('leave the live one live when the next one is gone at the moment of the swap', async () => {
    const index = world.open();
    await publishEntries(index, LEXICAL, LEMON);
    const next = await index.begin(LEXICAL);
    const push = world.fake.requests.push.bind(world.fake.requests);
    world.fake.requests.push = (...items) => {
      // Deleted by hand, right before.
      if (items.some(({ path }) => path.endsWith('/aliases'))) world.fake.collections.delete(`paperless-${next.id}`);
      return push(...items);
    };
    await assert.rejects(index.publish(next.id), { service: 'qdrant', message: /replaced or removed/ });
    assert.equal(await findLemons(), 1);
  });

  it("leave somebody's own collection of the alias' name alone, and say so", async () => {
    world.fake.collections.set('paperless', new FakeCollection({ vectors: {} }));
    const index = world.open();
    const message = /"paperless".*QDRANT_COLLECTION/;
    await assert.rejects(index.generations(), { name: 'ConfigError', message });
    await assert.rejects(index.begin(LEXICAL), { name: 'ConfigError', message });
    await assert.rejects(index.reader(), { name: 'ConfigError', message });
    await assert.rejects(index.publish('20260101t000000000'), { name: 'ConfigError', message });
    assert.deepEqual([...world.fake.collections.keys()], ['paperless']);
  });

  it('leave an alias that names something else alone, and say so', async () => {
    world.fake.collections.set('photos', new FakeCollection({ vectors: {} }));
    world.fake.aliases.set('paperless', 'photos');
    await assert.rejects(world.open().reader(), { name: 'ConfigError', message: /not an index of paperless-rag/ });
    await assert.rejects(world.open().begin(LEXICAL), { name: 'ConfigError' });
    assert.deepEqual([...world.fake.collections.keys()], ['photos']);
  });

  it("don't mix with those of another name that begins alike", async () => {
    await publishEntries(world.open({ collection: 'paperless-test' }), LEXICAL, []);
    world.fake.collections.set('paperless-20260101', new FakeCollection({ vectors: {} }));
    const index = world.open();
    await publishEntries(index, LEXICAL, LEMON);
    assert.equal((await index.generations()).length, 1);
    assert.equal((await world.open({ collection: 'paperless-test' }).generations()).length, 1);
  });

  it('are live as soon as the alias says so, also after a crash right behind the swap', async () => {
    const index = world.open();
    const { generation: former } = await publishEntries(index, LEXICAL, LEMON);
    const next = await index.begin(LEXICAL);
    await (await index.writer(next.id)).replace(LEMON);
    // What a crash leaves: the alias swapped, neither the note written nor the former collection deleted.
    world.fake.aliases.set('paperless', `paperless-${next.id}`);
    assert.deepEqual(await world.open().generations(), [{ ...next, state: 'live' }]);
    assert.equal(await findLemons(), 1);
    await world.open().begin(LEXICAL);
    assert.ok(!world.fake.collections.has(`paperless-${former.id}`), 'the former one goes with the next build');
  });

  it('survive the loss of the alias: the live one can be published again', async () => {
    const index = world.open();
    const { generation } = await publishEntries(index, LEXICAL, LEMON);
    world.fake.aliases.clear();
    assert.equal(await index.reader(), undefined);
    await index.begin(LEXICAL);
    assert.deepEqual((await index.generations())[0], generation);
    await index.publish(generation.id);
    assert.equal(await findLemons(), 1);
  });

  it('of a newer program are not touched', async () => {
    const { generation } = await publishEntries(world.open(), LEXICAL, LEMON);
    const collection = world.fake.collections.get(`paperless-${generation.id}`);
    collection?.updateMetadata({ layout: 99 });
    await assert.rejects(world.open().reader(), { name: 'IndexMismatchError', message: /newer version/ });
    await assert.rejects(world.open().writer(generation.id), { name: 'IndexMismatchError' });
  });

  it('refuse to be read with a payload index of a wrong type, and are repaired by the next writer', async () => {
    const { generation } = await publishEntries(world.open(), LEXICAL, LEMON);
    const { indexes } = world.fake.collections.get(`paperless-${generation.id}`) ?? assert.fail('no collection');
    indexes.set('tags', 'keyword');
    indexes.delete('owner');
    await assert.rejects(world.open().reader(), { name: 'IndexMismatchError', message: /"tags".*paperless-index/ });
    await world.open().writer(generation.id);
    assert.deepEqual([indexes.get('tags'), indexes.get('owner')], ['integer', 'integer']);
    assert.equal(await findLemons(), 1);
  });

  it('can be replaced between looking up the live one and asking it', async () => {
    const index = world.open();
    await publishEntries(index, LEXICAL, [createEntry(1, { texts: ['lemon'] }), createEntry(2, { texts: ['lemon'] })]);
    const reader = await openReader(world.open());
    const second = await index.begin(LEXICAL);
    await (await index.writer(second.id)).replace(LEMON);
    const { collections } = world.fake;
    const former = world.fake.aliases.get('paperless') ?? '';
    const found = reader.stemsTop(['lemon'], 5, ALL);
    while (world.fake.requests.at(-1)?.path !== '/collections/paperless') await new Promise(setImmediate);
    world.fake.aliases.set('paperless', `paperless-${second.id}`);
    collections.delete(former);
    assert.deepEqual(
      (await found).map(({ id }) => id),
      ['1-0'],
    );
  });
});
