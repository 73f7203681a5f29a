import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakePaperless } from './fake-paperless.ts';
import { FakeLibrary } from './library.ts';

const TOKEN = 'admin'.padStart(40, '0');

function setUp() {
  const library = new FakeLibrary();
  for (let id = 1; id <= 3; id++) library.add({ id, tags: [1], correspondent: 1, storage_path: 1 });
  library.addName('tags', { id: 1, name: 'one' });
  library.addName('tags', { id: 2, name: 'two' });
  library.addName('correspondents', { id: 1, name: 'Stadtwerke' });
  library.addName('storage_paths', { id: 1, name: 'Home' });
  library.index.rebuild();
  const { fetch } = createFakePaperless(library);
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://paperless.example/api${path}`, {
      method,
      headers: { authorization: `Token ${TOKEN}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.status === 204 ? undefined : response.json();
  };
  const find = async (query: string) =>
    ((await send('GET', `/documents/?fields=id&query=${encodeURIComponent(query)}`)) as { count: number }).count;
  return { library, send, find };
}

const bulk = (method: string, parameters: object) => ({ documents: [1], method, parameters });

/** Does `modified` move, and is the index refreshed (does it find the document after it had lost it)? */
const RULES: readonly (readonly [string, string, string, unknown, boolean, boolean])[] = [
  ['an empty PATCH', 'PATCH', '/documents/1/', {}, true, true],
  ['a PATCH of the title', 'PATCH', '/documents/1/', { title: 'new' }, true, true],
  ['a note', 'POST', '/documents/1/notes/', { note: 'x' }, true, true],
  ['a bulk edit that adds a tag', 'POST', '/documents/bulk_edit/', bulk('add_tag', { tag: 2 }), true, true],
  ['a bulk edit that adds a tag it has', 'POST', '/documents/bulk_edit/', bulk('add_tag', { tag: 1 }), false, false],
  [
    'a bulk edit of no tags',
    'POST',
    '/documents/bulk_edit/',
    bulk('modify_tags', { add_tags: [], remove_tags: [] }),
    true,
    true,
  ],
  ['reprocessing', 'POST', '/documents/reprocess/', { documents: [1] }, false, true],
  ['renaming a tag', 'PATCH', '/tags/1/', { name: 'other' }, false, false],
  ['deleting a tag', 'DELETE', '/tags/1/', undefined, false, false],
  ['renaming a storage path', 'PATCH', '/storage_paths/1/', { path: 'Elsewhere/{{ title }}' }, true, true],
  ['renaming a correspondent', 'PATCH', '/correspondents/1/', { name: 'Other' }, false, false],
];

describe('FakeLibrary', () => {
  for (const [what, method, path, body, moves, indexes] of RULES)
    it(`${moves ? 'moves' : 'does not move'} modified and ${indexes ? 'refreshes' : 'leaves'} the index on ${what}`, async () => {
      const { library, send } = setUp();
      const { modified } = library.get(1);
      library.index.remove(1);
      await send(method, path, body);
      assert.equal(library.get(1).modified > modified, moves);
      assert.equal(library.index.has(1), indexes);
    });

  it('leaves a bulk edit half done until the worker runs', async () => {
    const { library, send } = setUp();
    const { modified } = library.get(1);
    library.isWorkerRunning = false;
    await send('POST', '/documents/bulk_edit/', bulk('add_tag', { tag: 2 }));
    assert.deepEqual([library.get(1).tags, library.get(1).modified], [[1, 2], modified]);
    library.startWorker();
    assert.ok(library.get(1).modified > modified);
  });

  it('restores from the trash without the index noticing, until the document is written again', async () => {
    const { library, send, find } = setUp();
    const { modified } = library.get(1);
    await send('DELETE', '/documents/1/');
    assert.equal(library.documents.get(1)?.modified, modified);
    await send('POST', '/trash/', { documents: [1], action: 'restore' });
    assert.ok(library.get(1).modified > modified);
    assert.deepEqual([await find('*'), await find('id:1')], [2, 0]);
    await send('PATCH', '/documents/1/', {});
    assert.equal(await find('id:1'), 1);
  });

  it('finds a renamed tag by its old name only', async () => {
    const { send, find } = setUp();
    await send('PATCH', '/tags/1/', { name: 'energy' });
    assert.deepEqual([await find('tag:one'), await find('tag:energy')], [3, 0]);
  });

  it("shows a new version's text under the root's id, and finds the old one", async () => {
    const { library, send, find } = setUp();
    library.addVersion(1, 'narwhal');
    assert.equal(((await send('GET', '/documents/1/')) as { content: string }).content, 'narwhal');
    assert.deepEqual([await find('narwhal'), await find('"document 1"')], [0, 1]);
    assert.equal(library.add().id, 5);
  });
});
