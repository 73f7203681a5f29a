import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSearchWorld } from '../open-search-world.ts';

// The states of a real search index (wiped, restored from the trash, a new version …) as the recorded Paperless has them.

const check = { sample_size: 50, min_age_seconds: 0 };

describe('search_index_health on the fake Paperless', () => {
  it('restored from the trash: listed, missing, healed by saving it again', async () => {
    await using world = await openSearchWorld();
    world.library.trash(24);
    world.library.restore(24);
    const { json } = await world.call('search_index_health', { ...check, heal: true });
    assert.deepEqual([json.verdict, json.missing_ids, json.healed_ids], ['degraded', [24], [24]]);
    assert.equal((await world.search({ query: 'Lab report 23-L-08841' })).results[0]?.id, 24);
  });

  it('index wiped though status says OK: the canary heals, and so does the rest', async () => {
    await using world = await openSearchWorld();
    world.library.index.clear();
    const first = await world.call('search_index_health', { ...check, heal: true, max_touch: 5 });
    assert.deepEqual([first.json.index_status, first.json.healed], ['OK', 5]);
    const { json } = await world.call('search_index_health', { ...check, heal: true, max_touch: 100 });
    assert.deepEqual([json.found, json.healed, json.complete], [5, 39, true]);
  });

  it('a new version: found by id, so healthy; healed when missing, and its newest text needs a reindex', async () => {
    await using world = await openSearchWorld();
    world.library.addVersion(6, 'quite another text');
    assert.equal((await world.call('search_index_health', check)).json.verdict, 'healthy');
    world.library.index.remove(6);
    const { json } = await world.call('search_index_health', { ...check, heal: true });
    assert.deepEqual(json.healed_ids, [6]);
    assert.match(json.message, /newest text of #6/);
  });

  it('a renamed tag is no matter of this check', async () => {
    await using world = await openSearchWorld();
    const tag = world.library.names.tags.get(4);
    if (tag !== undefined) tag.name = 'telephone';
    assert.equal((await world.call('search_index_health', check)).json.verdict, 'healthy');
  });

  for (const state of ['broken', 'panicking'] as const)
    it(`an index that is ${state}: index_error, nothing is saved`, async () => {
      await using world = await openSearchWorld();
      world.library.index.state = state;
      const { json } = await world.call('search_index_health', { ...check, heal: true });
      assert.deepEqual([json.verdict, json.db_total, json.touched], ['index_error', 44, 0]);
      assert.ok(world.fake.requests.every(({ method }) => method === 'GET'));
    });

  it('a token that may only read finds what is missing and can heal nothing', async () => {
    await using world = await openSearchWorld({ user: 'reader' });
    world.library.index.remove(19);
    const { json } = await world.call('search_index_health', { ...check, heal: true, allow_workflows: true });
    assert.deepEqual([json.db_total, json.missing_ids, json.skipped_ids, json.touched], [7, [19], [19], 0]);
    assert.equal(json.index_status, null);
  });

  it('a reader may not read the workflows either: nothing is touched', async () => {
    await using world = await openSearchWorld({ user: 'reader' });
    world.library.index.remove(19);
    const { json } = await world.call('search_index_health', { ...check, heal: true });
    assert.equal(json.heal_blocked, 'workflows_unverifiable');
  });

  it('saving moves `modified`, and nothing else of the document', async () => {
    await using world = await openSearchWorld();
    world.library.index.remove(7);
    const { modified: before, ...rest } = structuredClone(world.library.get(7));
    await world.call('search_index_health', { ...check, heal: true });
    const { modified: after, ...same } = structuredClone(world.library.get(7));
    assert.notEqual(after, before);
    assert.deepEqual(same, rest);
  });
});
