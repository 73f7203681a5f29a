import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import { createEntry, DENSE, openReader, publishEntries, toIds, toUnit } from '../contract/passage-index-world.ts';
import { createSqliteWorld } from './create-sqlite-world.ts';

const ENTRIES = [
  [1, 0, 0, 0],
  [3, 4, 0, 0],
  [0, 1, 2, 3],
  [-1, 0, 0, 1],
].map((embedding, index) => createEntry(index + 1, { texts: ['x'], embeddings: [embedding] }));

describe('a machine where the vector extension does not load', () => {
  const world = createSqliteWorld();
  const broken = { vectorExtension: '/nonexistent/vec0' };
  before(() => publishEntries(world.open(), DENSE, ENTRIES));
  after(() => world.close());

  it('finds the same passages with the same cosines', async () => {
    const query = toUnit([1, 2, 3, 4]);
    const native = await (await openReader(world.open())).denseTop(query, 4, { scope: EVERYTHING });
    const script = await (await openReader(world.open(broken))).denseTop(query, 4, { scope: EVERYTHING });
    assert.deepEqual(toIds(script), toIds(native));
    for (const [rank, { score }] of script.entries()) assert.ok(Math.abs(score - (native[rank]?.score ?? 9)) < 1e-5);
  });

  it('says so once, whoever notices first', async () => {
    const { length } = world.logged;
    const index = world.open(broken);
    await openReader(index);
    const [generation] = await index.generations();
    const writer = await index.writer(generation?.id ?? '');
    assert.equal((await writer.denseTop(toUnit([1, 0, 0, 0]), 1, { scope: EVERYTHING }))[0]?.id, '1-0');
    const said = world.logged.slice(length);
    assert.deepEqual(
      said.map(({ level }) => level),
      ['warn'],
    );
    assert.match(said[0]?.message ?? '', /sqlite-vec does not load/);
  });
});
