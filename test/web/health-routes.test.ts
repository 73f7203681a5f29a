import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import { UnavailableError } from '../../src/errors.ts';
import { createHealthRoutes } from '../../src/web/routes/health-routes.ts';
import { createTestApp, readJson } from './create-test-app.ts';

interface Health {
  readonly parts: Readonly<Record<string, { readonly status: string; readonly message?: string }>>;
}

const works = async () => {};

describe('GET /healthz', () => {
  it('is well when every configured part is', async () => {
    const { request } = await createTestApp({ healthChecks: { index: works } });
    const response = await request('/healthz');
    assert.deepEqual(
      [response.status, await response.json()],
      [200, { status: 'ok', parts: { index: { status: 'ok' } } }],
    );
  });

  it('names the part that fails, and what a bug says stays inside', async () => {
    const healthChecks = {
      index: works,
      embeddings: () => Promise.reject(new UnavailableError('ollama', 'Ollama does not answer')),
      other: () => Promise.reject(new Error('secret')),
    };
    const { request } = await createTestApp({ healthChecks });
    const response = await request('/healthz');
    assert.equal(response.status, 503);
    assert.deepEqual((await readJson<Health>(response)).parts, {
      index: { status: 'ok' },
      embeddings: { status: 'failed', message: 'Ollama does not answer' },
      other: { status: 'failed', message: 'failed' },
    });
  });

  it('reports a part without which answers are only less than they could be, and stays well', async () => {
    const sideChecks = { paperless: () => Promise.reject(new UnavailableError('paperless', 'Paperless is down')) };
    const { request } = await createTestApp({ healthChecks: { index: works }, sideChecks });
    const response = await request('/healthz');
    assert.equal(response.status, 200);
    assert.deepEqual((await readJson<Health>(response)).parts, {
      index: { status: 'ok' },
      paperless: { status: 'failed', message: 'Paperless is down' },
    });
  });

  it('does not wait for a part that never answers, not even for one that ignores the abort', async () => {
    const timeout = new AbortController();
    const healthChecks = { index: works, embeddings: () => new Promise<void>(() => {}) };
    const app = new Hono().route(
      '/',
      createHealthRoutes({ healthChecks }, () => timeout.signal),
    );
    const response = app.request('/healthz');
    timeout.abort();
    const { parts } = await readJson<Health>(await response);
    assert.deepEqual(parts.embeddings, { status: 'failed', message: 'gave no answer within 2 s' });
  });
});

describe('GET /livez', () => {
  it('says that the process runs, whatever the parts do', async () => {
    const { request } = await createTestApp({ healthChecks: { index: () => Promise.reject(new Error('down')) } });
    assert.equal((await request('/livez')).status, 200);
  });
});
