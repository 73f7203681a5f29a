import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shapeAnswer } from '../../src/openapi/shape-answer.ts';
import { answerWebPage, failWith, redirectTo, throttle } from '../fakes/paperless/faults.ts';
import { TOKEN } from '../paperless/test-client.ts';
import { openApiWorld } from './open-api-world.ts';

const asPlain = (text: string, status: number) => ({
  instead: () => new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } }),
});

describe('when Paperless is not well', () => {
  it('a write that failed is not sent again: it may have been done', async () => {
    for (const fault of [
      failWith(500),
      failWith(503),
      { before: () => Promise.reject(new TypeError('fetch failed')) },
    ]) {
      await using world = await openApiWorld();
      world.fake.faults.add(fault);
      await world.fail('tags_create', { name: 'x' });
      assert.equal(world.fake.requests.length, 1);
    }
  });

  it('a throttled call is asked again, also a write: nothing was done', async () => {
    await using world = await openApiWorld();
    world.fake.faults.add(throttle(1), { times: 1 });
    await world.succeed('tags_create', { name: 'x' });
    assert.equal(world.fake.requests.length, 2);
  });

  it('no redirect is followed: the token would go along', async () => {
    for (const to of ['/accounts/login/', 'https://elsewhere.example/api/tags/', '//elsewhere.example/']) {
      await using world = await openApiWorld();
      world.fake.faults.add(redirectTo(to));
      for (const [name, input] of [
        ['tags_list', {}],
        ['documents_download_retrieve', { id: 7 }],
      ] as const)
        assert.match(await world.fail(name, input), /was redirected to|moved GET/);
      assert.equal(world.fake.requests.length, 2);
    }
  });

  it('a refusal says whose it is, in plain text as in JSON, and with a page that it is another’s', async () => {
    await using world = await openApiWorld();
    const refuse = async (fault: Parameters<typeof world.fake.faults.add>[0]) => {
      world.fake.faults.add(fault, { times: 1 });
      return world.fail('documents_metadata_retrieve', { id: 7 });
    };
    assert.match(await refuse(asPlain('Insufficient permissions', 403)), /may not do .*Insufficient permissions/);
    assert.match(await refuse(failWith(403)), /may not do/);
    assert.match(await refuse(failWith(401)), /refused the token/);
    assert.match(await refuse(answerWebPage(403)), /refused with a web page/);
  });

  it('an answer cut to what a model can read says how to get the rest', async () => {
    await using world = await openApiWorld();
    world.fake.library.get(7).content = 'x'.repeat(3_000_000);
    const { text } = await world.call('documents_retrieve', { id: 7, fields: ['content'] });
    assert.ok(text.length <= 60_000);
    assert.match(text, /Ask for a smaller page_size, for the next page, or for fewer fields\./);
  });

  it('texts of Paperless cannot smuggle the token out, however they write it', async () => {
    await using world = await openApiWorld();
    for (const quoted of [TOKEN, `Token ${TOKEN}`, `http://x/?t=${encodeURIComponent(TOKEN)}`, JSON.stringify(TOKEN)])
      for (const status of [200, 400, 404, 500]) {
        world.fake.faults.add(
          { instead: () => Response.json({ detail: quoted, [quoted]: [quoted] }, { status }) },
          { times: 1 },
        );
        assert.ok(!(await world.call('tags_create', { name: 'x' })).text.includes(TOKEN), `${status}`);
      }
  });
});

describe('answers of version 9', () => {
  it('lose the ids of the whole library', () => {
    const next = 'http://inside:8000/api/tags/?page=3';
    const answer = { count: 60, next, previous: next, all: [1, 2, 3], results: [{ id: 1, all: 'kept' }] };
    assert.deepEqual(shapeAnswer(answer, { page: 2, isContentWhole: false }), {
      count: 60,
      page: 2,
      next_page: 3,
      results: [{ id: 1, all: 'kept' }],
    });
  });
});

describe('hostile arguments', () => {
  it('stay in the parameter they were put in', async () => {
    await using world = await openApiWorld();
    await world.succeed('documents_list', { filters: { title__icontains: 'a&page_size=1#x\r\n?/../' } });
    assert.equal(world.last().raw, '/api/documents/?title__icontains=a%26page_size%3D1%23x%0D%0A%3F%2F..%2F');
  });

  it('are refused before anything is sent', async () => {
    await using world = await openApiWorld();
    const proto: Record<string, unknown> = JSON.parse('{"__proto__":1}');
    const calls: [string, Record<string, unknown>][] = [
      ['documents_retrieve', { id: 1e21 }],
      ['documents_retrieve', { id: 7.5 }],
      ['documents_retrieve', { id: '7/../8' }],
      ['documents_retrieve', { id: [7] }],
      ['documents_list', { filters: proto }],
      ['documents_list', { filters: { title__icontains: { a: 1 } } }],
      ['documents_list', { filters: 'id=1' }],
      ['documents_partial_update', { id: 7, custom_fields: proto }],
      ['bulk_edit', { documents: [7], method: 'constructor' }],
      ['bulk_edit', { documents: [7], method: 'add_tag', parameters: { ...proto, tag: 1, extra: 1 } }],
      ['bulk_edit_objects', { objects: [1], object_type: '../users', operation: 'delete' }],
      ['processed_mail_bulk_delete', { mail_ids: [] }],
      ['acknowledge_tasks', { tasks: [] }],
      ['share_link_bundles_create', { document_ids: [] }],
      ['users_create', { username: 'x', is_superuser: true }],
      ['users_partial_update', { id: 2, password: 'hunter2' }],
    ];
    for (const [name, input] of calls) {
      await world.fail(name, input);
      assert.equal(world.fake.requests.length, 0, JSON.stringify([name, input]));
    }
  });
});
