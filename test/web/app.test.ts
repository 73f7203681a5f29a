import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Log } from '../../src/log.ts';
import { LANGUAGES } from '../../src/web/words/choose-words.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { createTestApp, createTestArchive, readError } from './create-test-app.ts';

const POSTS = ['/', '/api/ask', '/api/passages'];

describe('createApp', () => {
  it('refuses every host name that is not its own, on every route', async () => {
    const { request } = await createTestApp();
    for (const path of [
      '/',
      '/api/tags',
      '/api/sources/1-0',
      '/static/app.js',
      '/livez',
      '/healthz',
      '/metrics',
      '/nowhere',
    ]) {
      const response = await request(path, { headers: { Host: 'rebound.example' } });
      assert.equal(response.status, 403, path);
    }
    assert.equal((await request('/livez', { headers: { Host: 'ask.example' } })).status, 200);
  });

  it("refuses posts from other sites' pages", async () => {
    const { post } = await createTestApp();
    for (const path of POSTS) {
      for (const headers of [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { 'Sec-Fetch-Site': 'same-site' },
      ]) {
        const response = await post(path, { q: 'a' }, { headers });
        assert.equal(response.status, 403, `${path} ${JSON.stringify(headers)}`);
        assert.equal((await readError(response)).code, 'foreign_request');
      }
    }
  });

  it('refuses bodies above 64 KiB, with or without a length', async () => {
    const { post } = await createTestApp();
    const long = { q: 'a'.repeat(64 * 1024) };
    for (const path of POSTS) {
      const type = path === '/' ? 'application/x-www-form-urlencoded' : 'application/json';
      const headers = { 'Content-Type': type };
      assert.equal((await post(path, long, { headers })).status, 413, path);
      const { body } = new Response(JSON.stringify(long));
      const init = { method: 'POST', body, duplex: 'half', headers } as const;
      assert.equal((await (await createTestApp()).request(path, init)).status, 413, path);
    }
  });

  it('refuses a body of another type than the route takes', async () => {
    const { request, post } = await createTestApp();
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];
    for (const path of ['/api/ask', '/api/passages'])
      for (const type of types)
        assert.equal((await post(path, '{"q":"a"}', { headers: { 'Content-Type': type } })).status, 415);
    assert.equal((await post('/', 'q=a')).status, 415);
    assert.equal((await request('/', { method: 'POST' })).status, 415);
  });

  it('forbids everything foreign and inline, on every answer', async () => {
    const { request, post } = await createTestApp();
    for (const response of [await request('/'), await request('/nowhere'), await post('/api/ask', { q: 'a' })]) {
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      for (const part of [
        "default-src 'none'",
        "script-src 'self';",
        "require-trusted-types-for 'script'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ])
        assert.ok(policy.includes(part), part);
      assert.ok(!policy.includes('unsafe'));
      assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff');
      assert.equal(response.headers.get('Referrer-Policy'), 'same-origin');
    }
  });

  it('lets nobody keep a refusal: what is refused or missing now may be there the next time', async () => {
    const { request } = await createTestApp();
    for (const path of ['/nowhere', '/static/nowhere.js', '/api/sources/99-0', '/api/documents/999/thumb'])
      assert.equal((await request(path)).headers.get('Cache-Control'), 'no-store', path);
    const foreign = await request('/', { headers: { Host: 'evil.example' } });
    assert.deepEqual([foreign.status, foreign.headers.get('Cache-Control')], [403, 'no-store']);
  });

  it('answers what does not exist with an error body', async () => {
    const { request } = await createTestApp();
    for (const path of ['/nowhere', '/static/../app.ts', '/static/nothing.js', '/api/documents/x/thumb']) {
      const response = await request(path);
      const error = await readError(response);
      assert.equal(response.status, 404);
      assert.deepEqual(Object.keys(error).sort(), ['code', 'message', 'request_id']);
      assert.equal(error.request_id, response.headers.get('X-Request-Id'));
    }
  });

  it('keeps what a bug says in the log and tells only its id', async () => {
    const logged: object[] = [];
    const log: Log = { ...SILENT_LOG, error: (fields) => void logged.push(fields) };
    const archive = {
      counts: async () => [],
      thumbnail: async () => undefined,
      visible: () => Promise.reject(new Error('secret title')),
    };
    const { request } = await createTestApp({ log, archive });
    const response = await request('/api/documents/1/thumb', { headers: { 'X-Request-Id': 'abc-1' } });
    assert.equal(response.status, 500);
    assert.ok(!(await response.text()).includes('secret'));
    assert.deepEqual(
      logged.map((fields) => 'request_id' in fields && fields.request_id),
      ['abc-1'],
    );
  });

  it('serves its files with an entity tag, and nothing else of the disk', async () => {
    const { request } = await createTestApp();
    const first = await request('/static/app.js');
    assert.equal(first.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
    const again = await request('/static/app.js', { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } });
    assert.equal(again.status, 304);
  });

  it('weighs at most 100 kB with everything that the page loads, in every language', async () => {
    // More names than a household has.
    const counts = async () => Array.from({ length: 200 }, (_, at) => ({ name: `A company or other ${at}`, count: 3 }));
    const { request } = await createTestApp({ archive: { ...createTestArchive(), counts } });
    for (const { lang } of LANGUAGES) {
      const page = await request('/', { headers: { 'Accept-Language': lang } });
      let total = (await page.arrayBuffer()).byteLength;
      const pending = ['/static/app.css', '/static/icon.svg', '/static/app.js'];
      for (const path of pending) {
        const text = await (await request(path)).text();
        total += Buffer.byteLength(text);
        for (const [, name] of text.matchAll(/from\s*['"]\.\/([\w-]+\.js)['"]/g)) {
          const found = `/static/${name}`;
          if (!pending.includes(found)) pending.push(found);
        }
      }
      assert.ok(pending.includes('/static/marked.js'));
      assert.ok(total <= 100_000, `${lang}: ${total} bytes`);
    }
  });
});
