import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openApiWorld } from './open-api-world.ts';
import { readDescription } from './read-description.ts';

const SHARES = { view: { users: [2], groups: [] }, change: { users: [], groups: [] } };

/** For each method parameters that it takes, and some that it does not. */
const CASES: Readonly<Record<string, readonly [good: object, bad: object]>> = {
  set_correspondent: [{ correspondent: null }, { correspondent: 'Anna' }],
  set_document_type: [{ document_type: 1 }, {}],
  set_storage_path: [{ storage_path: 1 }, { path: 1 }],
  add_tag: [{ tag: 1 }, { tags: [1] }],
  remove_tag: [{ tag: 1 }, { tag: null }],
  modify_tags: [{ add_tags: [1], remove_tags: [] }, { add_tags: [1] }],
  modify_custom_fields: [{ add_custom_fields: { 3: 'K-17' }, remove_custom_fields: [] }, { add_custom_fields: [1] }],
  set_permissions: [{ set_permissions: SHARES, merge: true }, { set_permissions: { users: [1] } }],
  delete: [{}, { confirm: true }],
  reprocess: [{}, { all: true }],
  rotate: [{ degrees: 90 }, { degrees: 'left' }],
  merge: [{ metadata_document_id: 7 }, { delete: true }],
  edit_pdf: [{ operations: [{ page: 1, rotate: 90 }] }, { operations: [{ pages: [1] }] }],
  remove_password: [{ password: 'x' }, {}],
  split: [{ pages: '1-2,3' }, { pages: [1] }],
  delete_pages: [{ pages: [1, 2] }, { pages: [] }],
};

describe('bulk_edit', () => {
  it('is tried with each of the 16 methods of the description', () => {
    const { MethodEnum } = readDescription().components.schemas as { MethodEnum: { enum: string[] } };
    assert.deepEqual(Object.keys(CASES).sort(), MethodEnum.enum.sort());
  });

  for (const [method, [good, bad]] of Object.entries(CASES))
    it(`${method}: its own parameters, and no others`, async () => {
      await using world = await openApiWorld();
      assert.match(await world.fail('bulk_edit', { documents: [7], method, parameters: bad }), /^parameters of /);
      assert.equal(world.fake.requests.length, 0);
      await world.call('bulk_edit', { documents: [7], method, parameters: good });
      assert.deepEqual(world.last().body, { documents: [7], method, parameters: good });
    });

  it('set_permissions wants the owner named: left out, Paperless would make the documents everybody’s', async () => {
    await using world = await openApiWorld();
    const set = (parameters: object) =>
      world.call('bulk_edit', { documents: [7], method: 'set_permissions', parameters });
    const refused = await set({ set_permissions: SHARES });
    assert.match(refused.json.error.message, /owner is needed: an id, or null/);
    assert.equal(world.fake.requests.length, 0);
    for (const owner of [2, null]) {
      assert.ok(!(await set({ set_permissions: SHARES, owner })).isError);
      assert.equal(world.fake.library.get(7).owner, owner);
    }
    assert.ok(!(await set({ set_permissions: SHARES, merge: true })).isError);
  });

  it('pages of split are ranges: 12-14,20', async () => {
    await using world = await openApiWorld();
    const split = (pages: string) => ({ documents: [7], method: 'split', parameters: { pages } });
    for (const pages of ['1', '12-14,20', '1,22-33']) {
      await world.call('bulk_edit', split(pages));
      assert.deepEqual(world.last().body, split(pages));
    }
    const sent = world.fake.requests.length;
    for (const pages of ['all', '1-', ',1', '1,,2', '1 - 2', '1-2-3', '-1'])
      assert.match(await world.fail('bulk_edit', split(pages)), /pages must be ranges like 1-2,3/, pages);
    assert.equal(world.fake.requests.length, sent);
  });

  it('with MCP_ALLOW_DELETE=false what deletes nothing still works', async () => {
    await using world = await openApiWorld({ mayDelete: false });
    const call = { documents: [7, 8], method: 'merge', parameters: { delete_originals: false } };
    await world.call('bulk_edit', call);
    assert.deepEqual(world.last().body, call);
  });

  it('a parameter beside `parameters` is refused', async () => {
    await using world = await openApiWorld();
    const call = { documents: [7], method: 'merge', delete_originals: true };
    assert.match(await world.fail('bulk_edit', call), /delete_originals is no argument/);
  });

  it('MCP_ALLOW_DELETE=false refuses what deletes originals', async () => {
    await using world = await openApiWorld({ mayDelete: false });
    const call = { documents: [7], method: 'merge', parameters: { delete_originals: true } };
    assert.match(await world.fail('bulk_edit', call), /not allowed/);
    assert.match(await world.fail('bulk_edit', { documents: [7], method: 'delete' }), /method must be one of/);
    // Nor by a workflow that does it later.
    assert.match(await world.fail('workflow_actions_create', { type: 6 }), /type must be one of 1, 2, 3, 4, 5/);
    const workflow = { name: 'x', triggers: [], actions: [{ type: 6 }] };
    assert.match(await world.fail('workflows_create', workflow), /actions must be/);
    assert.equal(world.fake.requests.length, 0);
  });
});

describe('calls that could widen', () => {
  const addTag = { method: 'add_tag', parameters: { tag: 1 } };

  it('all: true first says how many documents it is about, and changes nothing', async () => {
    await using world = await openApiWorld();
    const call = { ...addTag, all: true, filters: { correspondent__id: 11 } };
    assert.match(
      await world.fail('bulk_edit', call),
      /touch \d documents, .*\{"correspondent__id":11\}.*confirm: true/,
    );
    assert.ok(world.fake.requests.every(({ method }) => method === 'GET'));
    const answer = await world.succeed('bulk_edit', { ...call, confirm: true });
    assert.deepEqual(answer, { answer: { result: 'OK' }, filters: { correspondent__id: '11' }, touched: 2 });
    assert.deepEqual(world.last().body, { all: true, filters: { correspondent__id: '11' }, ...addTag });
  });

  it('lists among the filters arrive as Paperless reads them', async () => {
    await using world = await openApiWorld();
    await world.call('documents_delete', { all: true, filters: { id__in: [7, 8] }, confirm: true });
    assert.deepEqual(world.last().body, { all: true, filters: { id__in: '7,8' } });
  });

  it('a filter that only lists know is refused: left out by Paperless, it would mean the whole library', async () => {
    await using world = await openApiWorld();
    for (const name of ['search', 'page_size', 'ordering', 'fields'])
      assert.match(
        await world.fail('documents_delete', { all: true, filters: { [name]: 'x' }, confirm: true }),
        new RegExp(`^${name} is no filter here`),
      );
    assert.equal(world.fake.requests.length, 0);
  });

  it('a value that Paperless cannot read changes nothing, even with consent: it would be left out', async () => {
    await using world = await openApiWorld();
    const refuse = () => Response.json({ added__gt: ['Enter a valid date/time.'] }, { status: 400 });
    world.fake.faults.add(
      { instead: refuse },
      { match: ({ method, query }) => method === 'GET' && 'added__gt' in query },
    );
    const filters = { added__gt: '9999-12-31T23:59:59Z' };
    assert.match(await world.fail('documents_delete', { all: true, filters, confirm: true }), /valid date/);
    assert.ok(world.fake.requests.every(({ method }) => method === 'GET'));
  });

  it('a misspelt filter is refused: ignored, it would mean the whole library', async () => {
    await using world = await openApiWorld();
    for (const name of ['bulk_edit', 'documents_delete', 'documents_reprocess', 'documents_rotate'])
      assert.match(
        await world.fail(name, {
          ...(name === 'bulk_edit' && addTag),
          ...(name === 'documents_rotate' && { degrees: 90 }),
          all: true,
          filters: { correspondent: 11 },
          confirm: true,
        }),
        /correspondent is no filter here/,
      );
    assert.equal(world.fake.requests.length, 0);
  });

  it('neither ids nor all, an empty list, both, and filters without all are refused', async () => {
    await using world = await openApiWorld();
    assert.match(await world.fail('documents_delete', {}), /documents is needed/);
    assert.match(await world.fail('documents_delete', { documents: [] }), /documents must be/);
    assert.match(await world.fail('documents_delete', { documents: [7], all: true }), /not both/);
    assert.match(await world.fail('documents_delete', { documents: [7], filters: { id: 1 } }), /only with all/);
    assert.match(await world.fail('acknowledge_tasks', {}), /tasks is needed/);
    assert.equal(world.fake.requests.length, 0);
  });

  it('objects: counted in their own list', async () => {
    await using world = await openApiWorld();
    const call = { object_type: 'tags', operation: 'delete', all: true, filters: { name__icontains: 'a' } };
    assert.match(await world.fail('bulk_edit_objects', call), /touch \d+ tags \(and all tags below them\)/);
    assert.equal(world.fake.requests.at(-1)?.path, '/api/tags/');
  });

  it('the trash is emptied of named documents only', async () => {
    await using world = await openApiWorld();
    assert.match(await world.fail('trash_create', { action: 'empty' }), /documents is needed/);
    assert.match(await world.fail('trash_create', { action: 'empty', documents: [] }), /documents must be/);
    assert.match(await world.fail('trash_create', { action: 'restore' }), /documents is needed/);
    await world.succeed('documents_destroy', { id: 7 });
    await world.succeed('trash_create', { action: 'empty', documents: [7] });
    assert.deepEqual(world.last().body, { action: 'empty', documents: [7] });
  });

  it('the task that empties the whole trash wants consent', async () => {
    await using world = await openApiWorld();
    await world.succeed('documents_destroy', { id: 7 });
    assert.match(
      await world.fail('run_task', { task_type: 'empty_trash' }),
      /touch 1 documents in the trash, for ever/,
    );
    await world.call('run_task', { task_type: 'empty_trash', confirm: true });
    assert.deepEqual(world.last().body, { task_type: 'empty_trash' });
  });
});
