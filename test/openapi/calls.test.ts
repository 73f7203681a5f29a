import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOKEN } from '../paperless/test-client.ts';
import { openApiWorld } from './open-api-world.ts';

describe('what goes out', () => {
  it('comma lists as one parameter, and values of an enum one by one', async () => {
    await using world = await openApiWorld();
    await world.succeed('documents_list', {
      filters: { id__in: [1, 2, 3] },
      tags__id__all: [1],
      fields: ['id', 'title'],
    });
    assert.equal(world.last().raw, '/api/documents/?fields=id,title&id__in=1,2,3&tags__id__all=1');
    await world.call('tasks_list', { filters: { status: ['failure', 'success'] } });
    assert.equal(world.last().raw, '/api/tasks/?status=failure&status=success');
  });

  it('both ids of a note', async () => {
    await using world = await openApiWorld();
    await world.call('documents_notes_destroy', { id: 7, note_id: 3 });
    assert.deepEqual([world.last().method, world.last().raw], ['DELETE', '/api/documents/7/notes/?id=3']);
    assert.match(await world.fail('documents_notes_destroy', { id: 7 }), /note_id is needed/);
  });

  it('a PATCH says what was named, and no default', async () => {
    await using world = await openApiWorld();
    await world.succeed('documents_partial_update', { id: 7, title: 'New' });
    assert.deepEqual(world.last().body, { title: 'New' });
    await world.succeed('workflow_triggers_partial_update', { id: 1, matching_algorithm: 1 }).catch(() => {});
    assert.deepEqual(world.last().body, { matching_algorithm: 1 });
  });

  it('a PATCH without anything is refused: Paperless would touch the document all the same', async () => {
    await using world = await openApiWorld();
    assert.match(await world.fail('documents_partial_update', { id: 7 }), /at least one thing/);
    assert.equal(world.fake.requests.length, 0);
  });

  it('clear empties fields, and so does null', async () => {
    await using world = await openApiWorld();
    await world.succeed('documents_partial_update', { id: 7, clear: ['correspondent'], document_type: null });
    assert.deepEqual(world.last().body, { document_type: null, correspondent: null });
    assert.match(await world.fail('documents_partial_update', { id: 7, clear: ['title'] }), /clear must be/);
    assert.match(
      await world.fail('documents_partial_update', { id: 7, owner: 3, clear: ['owner'] }),
      /owner is both set and cleared/,
    );
    assert.match(await world.fail('documents_partial_update', { id: 7, title: null }), /null is not taken/);
  });

  it('half of a permissions object is refused before it makes an error or takes rights away', async () => {
    await using world = await openApiWorld();
    for (const wrong of [{ view: { users: [1] } }, { users: [1] }, { view: [1] }])
      assert.match(
        await world.fail('tags_partial_update', { id: 1, set_permissions: wrong }),
        /set_permissions must be/,
      );
    const set_permissions = { view: { users: [2], groups: [] }, change: { users: [], groups: [] } };
    await world.succeed('tags_partial_update', { id: 1, set_permissions });
    assert.deepEqual(world.last().body, { set_permissions });
  });

  it('dates only as dates', async () => {
    await using world = await openApiWorld();
    for (const created of ['2024-1-5', '05.01.2024', '2024-01-05T00:00:00Z', '2024-02-30'])
      assert.match(await world.fail('documents_partial_update', { id: 7, created }), /a date like 2024-02-29/);
  });

  it('a blank search is refused, a misspelt argument as well', async () => {
    await using world = await openApiWorld();
    assert.match(await world.fail('documents_list', { query: '  ' }), /query must not be blank/);
    assert.match(await world.fail('documents_list', { tags__id__all: [] }), /tags__id__all must not be blank/);
    assert.match(await world.fail('tags_list', { name__icontains: '' }), /name__icontains must not be blank/);
    assert.match(await world.fail('tasks_list', { task_id: '' }), /task_id must not be blank/);
    assert.match(await world.fail('documents_list', { tag: 1 }), /tag is no argument/);
    assert.match(await world.fail('documents_list', { filters: { tag: 1 } }), /tag is no filter/);
    assert.equal(world.fake.requests.length, 0);
  });

  it('numbers as text are numbers; a log that leaves its place is refused', async () => {
    await using world = await openApiWorld();
    await world.succeed('documents_retrieve', { id: '7' });
    assert.equal(world.last().raw, '/api/documents/7/');
    for (const id of ['../users', '..', 'a/b', ''])
      assert.match(await world.fail('retrieve_log', { id }), /id must be a plain name/);
    assert.match(await world.fail('documents_retrieve', { id: '7abc' }), /whole number/);
  });
});

describe('what comes back', () => {
  it('lists by page, without ids of the whole library and without addresses', async () => {
    await using world = await openApiWorld();
    const list = await world.succeed('documents_list', { page_size: 2, page: 2 });
    assert.deepEqual(Object.keys(list), ['count', 'page', 'next_page', 'results']);
    assert.deepEqual([list.page, list.next_page, list.results.length], [2, 3, 2]);
    assert.doesNotMatch(JSON.stringify(list), /http:\/\/paperless/);
  });

  it('document text is cut at 2,000 characters unless it is asked for', async () => {
    await using world = await openApiWorld();
    const document = world.fake.library.documents.get(7)!;
    document.content = 'x'.repeat(5_000);
    const { content } = await world.succeed('documents_retrieve', { id: 7 });
    assert.match(content, /^x{2000}… \[cut: 5000 characters in all/);
    const whole = await world.succeed('documents_retrieve', { id: 7, fields: ['content'] });
    assert.equal(whole.content.length, 5_000);
  });

  it('the profile comes without its token', async () => {
    await using world = await openApiWorld();
    const { text } = await world.call('profile_retrieve');
    assert.doesNotMatch(text, /auth_token/);
    assert.ok(!text.includes(TOKEN));
    assert.match(text, /"password":"\[masked\]"/);
  });

  it('secrets are masked in every answer and error', async () => {
    await using world = await openApiWorld();
    const body = { name: `x ${TOKEN}`, client_secret: 'abc', nested: [{ api_key: 'def' }] };
    world.fake.faults.add({ instead: () => Response.json(body) }, { times: 1 });
    const { text } = await world.call('statistics_retrieve');
    assert.doesNotMatch(text, /admin|abc|def/);
    world.fake.faults.add(
      { instead: () => Response.json({ detail: `token=${TOKEN}` }, { status: 400 }) },
      { times: 1 },
    );
    assert.ok(!(await world.fail('tags_create', { name: 'x' })).includes(TOKEN));
  });

  it('plain text is text, and a web page is an error', async () => {
    await using world = await openApiWorld();
    const plain = () => new Response('The total was 12 EUR.', { headers: { 'content-type': 'text/plain' } });
    world.fake.faults.add({ instead: plain }, { times: 1 });
    assert.equal((await world.call('documents_chat_create', { q: 'total?' })).text, 'The total was 12 EUR.');
    const page = () => new Response('<!doctype html><p>Sign in', { headers: { 'content-type': 'text/html' } });
    for (const name of ['statistics_retrieve', 'documents_download_retrieve']) {
      world.fake.faults.add({ instead: page }, { times: 1 });
      assert.match(await world.fail(name, name.startsWith('doc') ? { id: 7 } : {}), /answered with a web page/);
    }
  });

  it('an empty answer to a question is an error, not nothing found', async () => {
    await using world = await openApiWorld();
    for (const headers of [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
      world.fake.faults.add({ instead: () => new Response('', { headers }) }, { times: 1 });
      assert.match(await world.fail('tags_list', {}), /not JSON \(0 bytes\)/);
    }
  });

  it('a deletion that answers nothing is done', async () => {
    await using world = await openApiWorld();
    assert.deepEqual(await world.succeed('documents_destroy', { id: 7 }), { done: true });
  });
});
