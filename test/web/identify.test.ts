import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import { SignInError, UnavailableError } from '../../src/errors.ts';
import { EVERYTHING } from '../../src/model.ts';
import type { Archive, Asker } from '../../src/ports.ts';
import { createIdentifyForPage } from '../../src/web/identify.ts';
import type { WebEnv } from '../../src/web/web-env.ts';
import { createTestApp, createTestArchive } from './create-test-app.ts';

const ACCESS = { kind: 'paperless', userHeader: 'X-Remote-User', secret: 'secret' } as const;
const ANNA = { 'X-Remote-User': 'anna', 'X-Ask-Proxy-Secret': 'secret' };

describe('who asks', () => {
  it('is known to every route below /api/, and to the page', async () => {
    const asked: Asker[] = [];
    const access: Archive['access'] = async (asker) => {
      asked.push(asker);
      return { scope: EVERYTHING, maySeeName: () => true };
    };
    const { request } = await createTestApp({
      archive: { ...createTestArchive(), access },
      settings: { access: ACCESS },
    });
    for (const path of ['/', '/api/tags', '/api/sources/12-0', '/api/documents/12/thumb', '/api/status'])
      assert.equal((await request(path, { headers: ANNA })).status < 300, true, path);
    assert.deepEqual(new Set(asked.map((asker) => asker.kind === 'user' && asker.name)), new Set(['anna']));
  });

  it('is asked for neither by files nor by probes', async () => {
    const access = () => assert.fail('nobody needs to be known here');
    const { request } = await createTestApp({
      archive: { ...createTestArchive(), access },
      settings: { access: ACCESS },
    });
    for (const path of ['/static/app.js', '/livez', '/healthz', '/metrics'])
      assert.equal((await request(path)).status, 200, path);
  });
});

describe('the page of somebody whose rights are not known yet', () => {
  it('shows itself while Paperless is down, or takes too long', async () => {
    const down = openPage(() => Promise.reject(new UnavailableError('paperless', 'down')));
    assert.equal((await down.get()).status, 200);
    const slow = openPage(() => new Promise((_, reject) => slow.patience.signal.addEventListener('abort', reject)));
    const response = slow.get();
    slow.patience.abort();
    assert.equal((await response).status, 200);
  });

  it('shows nothing to who is refused, and hides no bug', async () => {
    for (const error of [new SignInError('no', { httpStatus: 403 }), new TypeError('bug')]) {
      const { get, failures } = openPage(() => Promise.reject(error));
      await get();
      assert.deepEqual(failures, [error]);
    }
  });
});

function openPage(access: Archive['access']) {
  const patience = new AbortController();
  const failures: Error[] = [];
  const archive = { ...createTestArchive(), access };
  const settings = { access: ACCESS, allowedHosts: [], concurrency: 1, staleHours: 1 };
  const app = new Hono<WebEnv>();
  app.use(createIdentifyForPage({ archive, settings }, () => patience.signal));
  app.get('/', (c) => c.text('the page'));
  app.onError((error, c) => {
    failures.push(error);
    return c.text('', 500);
  });
  return { patience, failures, get: async () => app.request('/', { headers: ANNA }) };
}
