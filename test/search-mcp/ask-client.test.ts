import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAskClient } from '../../src/search-mcp/ask-client.ts';
import { createIdentity } from '../../src/search-mcp/create-identity.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { createTestClient } from '../paperless/test-client.ts';
import { createTestApp } from '../web/create-test-app.ts';

const signal = new AbortController().signal;

async function openAsk(instead?: () => Response | Promise<Response>) {
  const { app } = await createTestApp();
  const seen: { path: string; body: unknown; headers: Headers }[] = [];
  const fetch = (async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url, init);
    request.signal.throwIfAborted();
    const { pathname } = new URL(request.url);
    seen.push({ path: pathname, body: await request.clone().json(), headers: request.headers });
    return instead === undefined
      ? app.request(request.url, { ...init, headers: { ...headersOf(request), Host: '127.0.0.1:8015' } })
      : instead();
  }) as typeof globalThis.fetch;
  const identify = async () => ({ 'X-Remote-User': 'anna' });
  return { seen, ask: createAskClient({ askUrl: 'http://127.0.0.1:8015/', identify, fetch }) };
}

const headersOf = (request: Request) => Object.fromEntries(request.headers);

describe('the way over paperless-ask', () => {
  it('finds passages', async () => {
    const { ask, seen } = await openAsk();
    const found = await ask.findPassages({ q: 'how much?', filters: {} }, 3, { signal });
    assert.deepEqual([found.mode, found.hits.length, found.hits[0]?.text], ['lexical', 3, 'how much?']);
    assert.deepEqual([seen[0]?.path, seen[0]?.body], ['/api/passages', { q: 'how much?', filters: {}, limit: 3 }]);
    assert.equal(seen[0]?.headers.get('x-remote-user'), 'anna');
  });

  it('gives whole answers', async () => {
    const { ask } = await openAsk();
    const { answer, outcome, sources } = await ask.answer({ q: 'how much?', filters: {} }, { signal });
    assert.ok(answer.length > 0 && outcome.length > 0 && sources.length > 0);
  });

  it('a refused name comes out as the caller’s mistake, with near ones', async () => {
    const { ask } = await openAsk();
    const question = { q: 'x', filters: { created_from: '2024-13-01' } };
    await assert.rejects(ask.findPassages(question, 3, { signal }), { code: 'usage', field: 'created_from' });
  });

  for (const [status, code] of [
    [401, 'sign_in'],
    [403, 'sign_in'],
    [404, 'not_found'],
    [429, 'unavailable'],
    [503, 'unavailable'],
  ] as const)
    it(`${status} is ${code}`, async () => {
      const body = JSON.stringify({ error: { code: 'x', message: 'no', request_id: '1' } });
      const { ask } = await openAsk(() => new Response(body, { status }));
      await assert.rejects(ask.findPassages({ q: 'x', filters: {} }, 3, { signal }), { code });
    });

  for (const code of ['index_mismatch', 'storage', 'unavailable'])
    it(`503 for ${code} is that: "try again later" was the advice for an index that has to be built anew`, async () => {
      const { ask } = await openAsk(() => Response.json({ error: { code, message: 'No.' } }, { status: 503 }));
      await assert.rejects(ask.findPassages({ q: 'x', filters: {} }, 3, { signal }), { code });
    });

  it('a proxy that finds paperless-ask down (502, a web page) is no wrong setting', async () => {
    const { ask } = await openAsk(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    await assert.rejects(ask.findPassages({ q: 'x', filters: {} }, 3, { signal }), { code: 'unavailable' });
  });

  it('somebody else at that address is told, never taken for "nothing found"', async () => {
    for (const body of ['<!doctype html>', '{}', '{"hits":[]}']) {
      const { ask } = await openAsk(() => new Response(body));
      await assert.rejects(ask.findPassages({ q: 'x', filters: {} }, 3, { signal }), { code: 'config' });
    }
  });

  it('nobody at that address is told with the variable', async () => {
    const { ask } = await openAsk(() => Promise.reject(new TypeError('fetch failed')));
    await assert.rejects(
      ask.findPassages({ q: 'x', filters: {} }, 3, { signal }),
      /cannot be reached.*PAPERLESS_ASK_URL/,
    );
  });

  it('a cancelled call is an abort', async () => {
    const { ask } = await openAsk();
    await assert.rejects(ask.findPassages({ q: 'x', filters: {} }, 3, { signal: AbortSignal.abort() }), {
      name: 'AbortError',
    });
  });
});

describe('who asks', () => {
  const header = 'X-Remote-User';

  it('the token’s own user, asked of Paperless once', async () => {
    const fake = createFakePaperless(readRecordedLibrary());
    const { client } = createTestClient(fake);
    const identify = createIdentity({ client, secret: 'proxy', header });
    assert.deepEqual(await identify({}), { 'X-Remote-User': 'admin', 'X-Ask-Proxy-Secret': 'proxy' });
    await identify({});
    assert.equal(fake.requests.length, 1);
  });

  it('nobody is named without the secret of the proxy', async () => {
    const fake = createFakePaperless();
    const { client } = createTestClient(fake);
    assert.deepEqual(await createIdentity({ client, secret: undefined, header })({}), {});
    assert.equal(fake.requests.length, 0);
  });

  it('a token that may not find out its own user names the missing permission', async () => {
    const fake = createFakePaperless(readRecordedLibrary());
    const { client } = createTestClient(fake, { token: 'reader'.padStart(40, '0') });
    await assert.rejects(createIdentity({ client, secret: 'proxy', header })({}), /view_uisettings/);
  });
});
