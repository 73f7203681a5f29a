import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';
import { TOKEN } from '../paperless/test-client.ts';
import { serveLibrary } from './serve-library.ts';
import { startPaperlessAsk } from './start-paperless-ask.ts';

interface Answer {
  readonly sources: readonly { readonly document_id: number; readonly url: string }[];
  readonly degraded?: string;
}

interface Health {
  readonly status: string;
  readonly parts: Readonly<Record<string, { readonly status: string }>>;
}

describe('paperless-ask and a running Paperless', () => {
  it('links into Paperless, asks it before it answers, and tells how its parts are', async (context) => {
    const ollama = await FakeOllama.start();
    const { run, env, library, stop } = await serveLibrary(context);
    const engines = { EMBEDDING_HOST: ollama.host, EMBEDDING_MODEL: 'minilm' };
    assert.equal((await run([], engines)).code, 0);
    const publicUrl = 'https://paperless.example.org';
    const own = { ASK_PORT: '0', PAPERLESS_PUBLIC_URL: publicUrl, EMBEDDING_HOST: ollama.host };
    const { child, listening, finished } = startPaperlessAsk([], { ...env, ...own });
    const url = await listening;
    const ask = async (q: string): Promise<Answer> => {
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const response = await fetch(`${url}/api/ask`, { method: 'POST', headers, body: JSON.stringify({ q }) });
      const body = await response.text();
      assert.ok(!body.includes(TOKEN));
      return JSON.parse(body);
    };
    const readHealth = async () => {
      const response = await fetch(`${url}/healthz`);
      const { parts } = (await response.json()) as Health;
      return [response.status, Object.fromEntries(Object.entries(parts).map(([part, { status }]) => [part, status]))];
    };
    const well = { index: 'ok', ollama: 'ok', paperless: 'ok' };
    assert.deepEqual(await readHealth(), [200, well]);
    const { sources, degraded } = await ask('heating');
    assert.equal(degraded, undefined);
    assert.equal(sources.find(({ document_id: id }) => id === 2)?.url, `${publicUrl}/documents/2/`);

    library.trash(2);
    const afterwards = await ask('heating');
    assert.ok(afterwards.sources.every(({ document_id: id }) => id !== 2));

    await stop();
    assert.match((await ask('heating')).degraded ?? '', /Paperless could not be reached/);
    assert.deepEqual(await readHealth(), [200, { ...well, paperless: 'failed' }]);
    await ollama.close();
    assert.match((await ask('heating')).degraded ?? '', /searched by words only: .*; Paperless could not be reached/);
    assert.deepEqual(await readHealth(), [503, { index: 'ok', ollama: 'failed', paperless: 'failed' }]);

    child.kill('SIGTERM');
    const { code, stdout, stderr } = await finished;
    assert.deepEqual([code, stdout], [143, '']);
    assert.ok(!stderr.includes(TOKEN));
  });

  it('exits 78 without a whole source', async (context) => {
    const { env } = await serveLibrary(context);
    const { finished } = startPaperlessAsk(['--json', 'heating'], { ...env, PAPERLESS_API_TOKEN_FILE: '' });
    const { code, stderr } = await finished;
    assert.equal(code, 78);
    assert.match(stderr, /needs a token/);
  });
});
