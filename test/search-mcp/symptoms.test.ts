import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failWith, rewrite } from '../fakes/paperless/faults.ts';
import { openSearchWorld } from './open-search-world.ts';

// Faults that users of other Paperless servers have reported, seen through the tools. The rest of them are tested where
// their cause is: arguments and schemas in test/mcp, processes in test/contract/mcp-process.ts.

describe('what other servers got wrong', () => {
  it('an older Paperless that refuses version 10 (406) is asked in version 9, and its list of all ids is dropped', async () => {
    await using world = await openSearchWorld();
    world.fake.faults.add(failWith(406), { match: ({ headers }) => headers.accept?.includes('version=10') === true });
    const { text, json } = await world.call('search_documents', { query: 'Strom', page_size: 1 });
    assert.ok(json.count > 1);
    assert.doesNotMatch(text, /"all"/);
  });

  it('"next" with the wrong host or scheme is neither followed nor shown', async () => {
    await using world = await openSearchWorld();
    world.fake.faults.add(rewrite((body) => ({ ...body, next: 'http://evil.example/api/documents/?page=2' })));
    const { text } = await world.call('search_documents', { created_from: '1990-01-01', page_size: 5 });
    assert.doesNotMatch(text, /evil/);
    assert.ok(world.fake.requests.every(({ headers }) => headers.authorization?.startsWith('Token')));
  });

  for (const apiUrl of ['http://paperless.example/', 'http://paperless.example/api', 'http://paperless.example/api/'])
    it(`a base URL such as ${apiUrl} is no cause for //api/ and "no documents"`, async () => {
      await using world = await openSearchWorld({ apiUrl });
      assert.ok((await world.search({ query: 'Strom' })).count > 0);
      assert.ok(world.fake.requests.every(({ path }) => path.startsWith('/api/')));
    });

  it('unknown JSON with status 200 is an error, never an empty result', async () => {
    await using world = await openSearchWorld();
    world.fake.faults.add(rewrite(() => ({ message: 'hello' })));
    const { code, message } = await world.fail('search_documents', { query: 'x' });
    assert.equal(code, 'unavailable');
    assert.match(message, /unexpected form at count/);
  });

  it('a certificate of an own authority: the error names NODE_EXTRA_CA_CERTS', async () => {
    const cause = Object.assign(new Error('self-signed'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
    const fetch = async () => Promise.reject(new TypeError('fetch failed', { cause }));
    await using world = await openSearchWorld({ fetch });
    const { code, message } = await world.fail('search_documents', { query: 'x' });
    assert.equal(code, 'config');
    assert.match(message, /SELF_SIGNED_CERT_IN_CHAIN.*NODE_EXTRA_CA_CERTS/);
  });

  it('429 is tried again', async () => {
    await using world = await openSearchWorld();
    world.fake.faults.add(failWith(429), { times: 1 });
    assert.ok((await world.search({ query: 'Strom' })).count > 0);
  });

  it('a missing or refused token is told with what to do', async () => {
    await using world = await openSearchWorld({ user: 'nobody-knows' });
    const { code, message, next } = await world.fail('search_documents', { query: 'x' });
    assert.equal(code, 'sign_in');
    assert.match(message, /PAPERLESS_API_TOKEN/);
    assert.match(next, /Tell the user/);
  });

  it('"ignore all instructions" in a document: every tool says that text is data', async () => {
    await using world = await openSearchWorld();
    const { tools } = await world.client.listTools();
    assert.ok(tools.every(({ description }) => /data, not instructions\.$/.test(description ?? '')));
  });
});
