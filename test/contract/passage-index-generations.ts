import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import {
  collect,
  createEntry,
  DENSE,
  inIndexWorld,
  LEXICAL,
  openReader,
  publishEntries,
  type SetUpIndex,
  toIds,
} from './passage-index-world.ts';

const ALL = { scope: EVERYTHING };

/** Begin, resume, publish, discard, and readers that follow. */
export function describeGenerations(setUp: SetUpIndex): void {
  describe('generations', () => {
    it(
      'starts with none and nothing to read',
      inIndexWorld(setUp, async (world) => {
        const index = world.open();
        assert.deepEqual(await index.generations(), []);
        assert.equal(await index.reader(), undefined);
      }),
    );

    it(
      'begins a building one that nobody reads yet',
      inIndexWorld(setUp, async (world) => {
        const index = world.open();
        const generation = await index.begin(DENSE);
        assert.equal(generation.state, 'building');
        assert.deepEqual(generation.recipe, DENSE);
        assert.match(generation.id, /^[a-z0-9-]+$/);
        assert.match(generation.startedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
        assert.deepEqual(await world.open().generations(), [generation]);
        assert.equal(await index.reader(), undefined);
      }),
    );

    it(
      'lists them oldest first, also of the same moment',
      inIndexWorld(setUp, async (world) => {
        const index = world.open();
        const ids = [];
        for (const recipe of [LEXICAL, DENSE, LEXICAL]) ids.push((await index.begin(recipe)).id);
        assert.deepEqual(
          (await index.generations()).map(({ id }) => id),
          ids,
        );
        assert.deepEqual(ids.toSorted(), ids);
      }),
    );

    it(
      'takes up a build where another process left it',
      inIndexWorld(setUp, async (world) => {
        const first = world.open();
        const { id } = await first.begin(LEXICAL);
        await (await first.writer(id)).replace([createEntry(1, { texts: ['lemon'] })]);
        await first.close();

        const second = world.open();
        const writer = await second.writer(id);
        assert.deepEqual(writer.generation.recipe, LEXICAL);
        assert.deepEqual(
          (await collect(writer.documents())).map((row) => row.id),
          [1],
        );
        await writer.replace([createEntry(2, { texts: ['lemon'] })]);
        await writer.finish();
        await second.publish(id);
        const reader = await openReader(world.open());
        assert.deepEqual(toIds(await reader.stemsTop(['lemon'], 5, ALL)).toSorted(), ['1-0', '2-0']);
      }),
    );

    it(
      'publishes in one step, and open readers follow',
      inIndexWorld(setUp, async (world) => {
        const index = world.open();
        const { generation: first } = await publishEntries(index, LEXICAL, [createEntry(1, { texts: ['lemon'] })]);
        const readers = [await openReader(index), await openReader(world.open())];
        const second = await index.begin(DENSE);
        await (await index.writer(second.id)).replace([createEntry(2, { texts: ['lemon'] })]);
        for (const reader of readers) {
          assert.deepEqual(toIds(await reader.stemsTop(['lemon'], 5, ALL)), ['1-0'], 'the build is not seen');
          assert.deepEqual(reader.generation, { ...first, state: 'live' });
        }
        await index.publish(second.id);
        for (const reader of readers) {
          assert.deepEqual(toIds(await reader.stemsTop(['lemon'], 5, ALL)), ['2-0']);
          assert.deepEqual(reader.generation, { ...second, state: 'live' });
        }
        assert.deepEqual(await world.open().generations(), [{ ...second, state: 'live' }], 'the former one is gone');
      }),
    );

    it(
      'publishes without a finish before it',
      inIndexWorld(setUp, async (world) => {
        const index = world.open();
        const { id } = await index.begin(LEXICAL);
        await (await index.writer(id)).replace([createEntry(1, { texts: ['lemon'] })]);
        await index.publish(id);
        await index.publish(id);
        const reader = await openReader(index);
        assert.deepEqual(await reader.vocabulary({ kind: 'starts', text: 'lem' }, 5), ['lemon']);
      }),
    );

    it(
      'writes on after a publish, and to a live one opened anew',
      inIndexWorld(setUp, async (world) => {
        const index = world.open();
        const { writer, generation } = await publishEntries(index, LEXICAL, [createEntry(1, { texts: ['lemon'] })]);
        await writer.replace([createEntry(2, { texts: ['lemon'] })]);
        await index.close();
        const again = await world.open().writer(generation.id);
        assert.equal(again.generation.state, 'live');
        await again.replace([createEntry(3, { texts: ['lemon'] })]);
        const reader = await openReader(world.open());
        assert.equal((await reader.stemsTop(['lemon'], 5, ALL)).length, 3);
      }),
    );

    it(
      'drops a building one, never the live one',
      inIndexWorld(setUp, async (world) => {
        const index = world.open();
        const { generation: live } = await publishEntries(index, LEXICAL, [createEntry(1, { texts: ['lemon'] })]);
        const building = await index.begin(LEXICAL);
        await (await index.writer(building.id)).replace([createEntry(2)]);
        await index.discard(building.id);
        await assert.rejects(index.discard(live.id));
        assert.deepEqual(
          (await index.generations()).map(({ id }) => id),
          [live.id],
        );
        assert.equal((await (await openReader(index)).stemsTop(['lemon'], 5, ALL)).length, 1);
      }),
    );

    it(
      'refuses to write or publish one that is not there',
      inIndexWorld(setUp, async (world) => {
        const index = world.open();
        const { generation } = await publishEntries(index, LEXICAL, [createEntry(1, { texts: ['lemon'] })]);
        await assert.rejects(index.writer('20000101t000000000'));
        await assert.rejects(index.publish('20000101t000000000'));
        assert.equal((await openReader(index)).generation.id, generation.id);
      }),
    );

    it(
      'rejects when the signal is aborted',
      inIndexWorld(setUp, async (world) => {
        const index = world.open();
        const options = { signal: AbortSignal.abort() };
        await assert.rejects(index.begin(LEXICAL, options), { name: 'AbortError' });
        await assert.rejects(index.reader(options), { name: 'AbortError' });
        assert.deepEqual(await index.generations(), []);
      }),
    );
  });
}
