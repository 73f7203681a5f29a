import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { ConfigError, NotFoundError, SignInError } from '../../src/errors.ts';
import type { PaperlessClient } from '../../src/paperless/client.ts';
import { page } from '../fakes/paperless/answer.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { answerWebPage, type Fault, redirectTo } from '../fakes/paperless/faults.ts';
import { createTestClient, TOKEN } from './test-client.ts';

const List = z.object({ count: z.number() });
const list = (client: PaperlessClient) => client.json({ path: '/api/documents/' }, List);

function setUp(fault?: Fault, apiUrl = 'http://paperless.example') {
  const fake = createFakePaperless();
  if (fault !== undefined) fake.faults.add(fault);
  return { fake, ...createTestClient(fake, { apiUrl }) };
}

async function assertConfigError(run: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(run, (error: unknown) => {
    assert.ok(error instanceof ConfigError, String(error));
    assert.match(error.message, message);
    assert.ok(!error.message.includes(TOKEN));
    return true;
  });
}

describe('PaperlessClient, wrong addresses and proxies', () => {
  for (const apiUrl of ['http://paperless.example/', 'http://paperless.example/api', 'http://paperless.example/api/'])
    it(`works with the address ${apiUrl} (//api/ led to a login page)`, async () => {
      const { fake, client } = setUp(undefined, apiUrl);
      assert.equal((await list(client)).count, 0);
      assert.equal(fake.requests[0]?.path, '/api/documents/');
    });

  it('http where https is meant: names the address to set, and does not send the token there', async () => {
    const { fake, client } = setUp(redirectTo('https://paperless.example/api/documents/?secret=1', 301));
    await assertConfigError(list(client), /Set PAPERLESS_API_URL to https:\/\/paperless\.example\.$/);
    assert.equal(fake.requests.length, 1);
  });

  it('Paperless below a path: names the address with it', async () => {
    const { client } = setUp(redirectTo('/papers/api/documents/'));
    await assertConfigError(list(client), /Set PAPERLESS_API_URL to http:\/\/paperless\.example\/papers\./);
  });

  it('the login page of Paperless (an address that is none of its API)', async () => {
    const { client } = setUp();
    await assertConfigError(client.json({ path: '/api/nonsense/' }, List), /login page/);
  });

  it('a sign-in proxy on another host: named without its query', async () => {
    const { client } = setUp(redirectTo('https://sso.example/authorize?client_secret=hunter2'));
    await assertConfigError(list(client), /https:\/\/sso\.example, most likely a sign-in proxy/);
    await assert.rejects(list(client), (error: Error) => !error.message.includes('hunter2'));
  });

  it('a redirect to nowhere', async () => {
    const { client } = setUp({ instead: () => new Response(null, { status: 302 }) });
    await assertConfigError(list(client), /redirected to nowhere/);
  });

  it('a web page instead of data ("invalid character \'<\'"): an error, never an empty library', async () => {
    await assertConfigError(list(setUp(answerWebPage()).client), /web page instead of data/);
  });

  it('a web page that claims to be JSON', async () => {
    const lie = () =>
      new Response('<!DOCTYPE html><title>Sign in</title>', { headers: { 'content-type': 'application/json' } });
    await assertConfigError(list(setUp({ instead: lie }).client), /web page instead of data/);
  });

  it('a 404 page of some other server: a wrong address, not a missing document', async () => {
    await assertConfigError(list(setUp(answerWebPage(404)).client), /no Paperless API at this address/);
    const line = () => new Response('404 page not found', { status: 404 });
    // Of FastAPI, of Express, of Spring: all of them were taken for documents that are missing.
    for (const body of [{ detail: 'Not Found' }, { error: 'not found' }, { status: 404, path: '/api/' }, {}, null, 'x'])
      await assertConfigError(
        list(setUp({ instead: () => Response.json(body, { status: 404 }) }).client),
        /no Paperless API at this address .* PAPERLESS_API_URL/,
      );
    await assertConfigError(list(setUp({ instead: line }).client), /no Paperless API at this address/);
    await assert.rejects(setUp().client.request({ path: '/api/documents/4711/' }), NotFoundError);
  });

  it('a proxy with a sign-in of its own: does not blame the token', async () => {
    await assert.rejects(list(setUp(answerWebPage(401)).client), (error: unknown) => {
      assert.ok(error instanceof SignInError);
      assert.match(error.message, /proxy in front of Paperless/);
      return true;
    });
  });

  it('a host name Paperless does not allow', async () => {
    const { client } = setUp({ instead: () => page('Bad Request (400)', 400) });
    await assertConfigError(list(client), /PAPERLESS_ALLOWED_HOSTS/);
  });

  it('refuses, as a mistake of the program, paths that would leave the API or lack the slash', async () => {
    const { fake, client } = setUp();
    for (const path of [
      '/api/documents',
      'api/documents/',
      '/api/../admin/',
      '/api/%2e%2e/admin/',
      '/api//',
      '/api/tags/?a=/',
      '/admin/',
    ])
      await assert.rejects(client.request({ path }), { name: 'TypeError' }, path);
    assert.equal(fake.requests.length, 0);
  });
});

describe('PaperlessClient, API versions', () => {
  const refuse = (...versions: string[]): Fault => ({
    before: () => {},
    instead: ({ headers }) => {
      const version = /version=(\d+)/.exec(headers.accept ?? '')?.[1] ?? 'none';
      const isRefused = versions.includes(version);
      return Response.json(isRefused ? { detail: 'Invalid version in "Accept" header.' } : { count: 3 }, {
        status: isRefused ? 406 : 200,
      });
    },
  });
  const accepts = ({ requests }: ReturnType<typeof createFakePaperless>) =>
    requests.map(({ headers }) => headers.accept);

  it('asks for version 10, always as JSON', async () => {
    const { fake, client } = setUp();
    await list(client);
    assert.deepEqual(accepts(fake), ['application/json; version=10']);
  });

  it('falls back to version 9 on 406 ("No documents found"), once, and remembers it', async () => {
    const { fake, client } = setUp(refuse('10'));
    assert.equal((await list(client)).count, 3);
    await Promise.all([list(client), list(client)]);
    assert.deepEqual(accepts(fake), ['application/json; version=10', ...Array(3).fill('application/json; version=9')]);
  });

  it('asks without a version where 9 is refused too', async () => {
    const { fake, client } = setUp(refuse('10', '9'));
    assert.equal((await list(client)).count, 3);
    assert.equal(accepts(fake).at(-1), 'application/json');
  });

  it('names both versions when every one is refused', async () => {
    await assertConfigError(list(setUp(refuse('10', '9', 'none')).client), /neither version 10 nor version 9/);
  });

  it('reads the lists of version 9, which have every id in them as well', async () => {
    const { fake, client } = setUp();
    for (let id = 1; id < 4; id++) fake.library.add({ id });
    fake.faults.add(refuse('10'), { times: 1 });
    assert.equal((await list(client)).count, 3);
  });
});
