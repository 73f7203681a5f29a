import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failWith } from '../fakes/paperless/faults.ts';
import { FakeLibrary } from '../fakes/paperless/library.ts';
import { openSearchWorld } from './open-search-world.ts';

const countLists = (world: { fake: { requests: { path: string }[] } }, list: string) =>
  world.fake.requests.filter(({ path }) => path === `/api/${list}/`).length;

function createLibrary(): FakeLibrary {
  const library = new FakeLibrary();
  for (let id = 1; id <= 60; id++) library.addName('tags', { id, name: `tag ${id}` });
  library.addName('correspondents', { id: 1, name: 'Müller' });
  library.addName('correspondents', { id: 2, name: 'muller' });
  library.addName('correspondents', { id: 3, name: '2024' });
  library.addName('storage_paths', { id: 1, name: 'Taxes', path: 'Finance/Taxes/{{ created_year }}/{{ title }}' });
  library.addName('storage_paths', { id: 2, name: 'Old', path: '{created_year}/{title}' });
  library.add({ id: 1, title: 'One', correspondent: 1, tags: [58], storage_path: 1, created: '2024-01-01' });
  library.add({ id: 2, title: 'Two', correspondent: 3, tags: [], storage_path: 2, created: '2024-01-02' });
  return library;
}

describe('names', () => {
  it('all of more than 25 tags are known, from one list each, read at the same time and kept', async () => {
    await using world = await openSearchWorld({ library: createLibrary() });
    assert.deepEqual((await world.search({ tags: ['Tag 58'] })).results[0].tags, ['tag 58']);
    await world.search({ tags: ['tag 58'] });
    assert.equal(countLists(world, 'tags'), 1);
    world.pass(300_001);
    await world.search({ tags: ['tag 58'] });
    assert.equal(countLists(world, 'tags'), 2);
  });

  it('a name that can be several is refused, naming the candidates; one that is exact is taken', async () => {
    await using world = await openSearchWorld({ library: createLibrary() });
    assert.equal((await world.search({ correspondent: 'Müller' })).count, 1);
    const { message, field } = await world.fail('search_documents', { correspondent: 'MÜLLER' });
    assert.equal(field, 'correspondent');
    assert.match(message, /can be any of "muller", "Müller": write it exactly/);
  });

  it('tag id versus name: a name comes first, then the id; "#3" is always an id', async () => {
    await using world = await openSearchWorld({ library: createLibrary() });
    const titles = async (correspondent: string | number) =>
      (await world.search({ correspondent })).results.map(({ title }: { title: string }) => title);
    assert.deepEqual(await titles('2024'), ['Two']);
    assert.deepEqual(await titles(3), ['Two']);
    assert.deepEqual(await titles('1'), ['One']);
    assert.deepEqual(await titles('#1'), ['One']);
  });

  it('an unknown name is refused with near ones, never fuzzily taken or dropped', async () => {
    await using world = await openSearchWorld({ library: createLibrary() });
    const { message } = await world.fail('search_documents', { query: 'x', tags: ['tag 5x'] });
    assert.match(message, /there is no tag "tag 5x": did you mean "tag 5"/);
    assert.ok(!world.fake.requests.some(({ path }) => path === '/api/documents/'));
    assert.equal(countLists(world, 'tags'), 2, 'one reload on a miss');
  });

  it('a tag created a moment ago is found', async () => {
    await using world = await openSearchWorld({ library: createLibrary() });
    await world.search({ tags: ['tag 1'] });
    world.library.addName('tags', { id: 99, name: 'brand new' });
    assert.equal((await world.search({ tags: ['brand new'] })).count, 0);
  });

  it('two that bear the very same name: the ids are named, and taken', async () => {
    const library = createLibrary();
    library.addName('tags', { id: 77, name: 'tag 58' });
    await using world = await openSearchWorld({ library });
    assert.match((await world.fail('search_documents', { tags: ['tag 58'] })).message, /give the id \(58 or 77\)/);
    assert.equal((await world.search({ tags: [58] })).count, 1);
  });

  it("an id that is in no list causes one reload, then shows as #178, and is somebody else's from then on", async () => {
    const library = createLibrary();
    library.get(1).tags = [178];
    await using world = await openSearchWorld({ library });
    assert.deepEqual((await world.search({ query: 'One' })).results[0].tags, ['#178']);
    await world.search({ query: 'One' });
    assert.equal(countLists(world, 'tags'), 2);
    assert.equal((await world.search({ tags: ['#178'] })).count, 1);
  });

  it('a list that may not be read (403) leaves its column null with a warning, never the search', async () => {
    await using world = await openSearchWorld({ library: createLibrary() });
    world.fake.faults.add(failWith(403), { match: ({ path }) => path === '/api/correspondents/' });
    const { results, warnings } = await world.search({ query: 'One' });
    assert.equal(results[0].correspondent, null);
    assert.deepEqual(results[0].tags, ['tag 58']);
    assert.match(warnings[0], /correspondent names may not be read/);
    assert.equal((await world.fail('search_documents', { correspondent: 'Müller' })).code, 'sign_in');
    assert.equal((await world.search({ correspondent: '1' })).count, 1);
  });

  it('a list that fails just now is a warning, too, and read again the next time', async () => {
    await using world = await openSearchWorld({ library: createLibrary() });
    world.fake.faults.add(failWith(503), { match: ({ path }) => path === '/api/tags/', times: 2 });
    assert.match((await world.search({ query: 'One' })).warnings[0], /could not be read just now/);
    assert.equal((await world.search({ query: 'One' })).warnings, undefined);
  });

  it('a storage path shows its literal folders, and is found by name or as shown', async () => {
    await using world = await openSearchWorld({ library: createLibrary() });
    const { results } = await world.search({ storage_path: 'taxes' });
    assert.equal(results[0].storage_path, 'Taxes (Finance/Taxes)');
    assert.equal((await world.search({ storage_path: 'Taxes (Finance/Taxes)' })).count, 1);
    assert.equal((await world.search({ query: 'Two' })).results[0].storage_path, 'Old');
  });

  it('names with markup are data and come as they are', async () => {
    await using world = await openSearchWorld();
    const { results } = await world.search({ query: 'Offer Licht' });
    assert.equal(results[0].correspondent, 'Lumen & <i>Licht</i> Outlet');
  });
});
