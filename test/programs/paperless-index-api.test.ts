import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { FakeQdrant } from '../fakes/qdrant/fake-qdrant.ts';
import { TOKEN } from '../paperless/test-client.ts';
import { serveLibrary } from './serve-library.ts';

describe('paperless-index and a running Paperless', { concurrency: 2 }, () => {
  it('exits 75 when Paperless is down, and has lost nothing', async (context) => {
    const { run, stop } = await serveLibrary(context);
    assert.equal((await run([])).code, 0);
    await stop();
    const { code, stdout, stderr } = await run([]);
    assert.deepEqual([code, stdout], [75, '']);
    assert.match(stderr, /Paperless cannot be reached: nothing listens at this address/);
    const { live, runs } = JSON.parse((await run(['status', '--json'])).stdout);
    assert.deepEqual([live.documents, runs.tick.outcome, runs.tick.error], [4, 'failed', 'unavailable']);
  });

  it('exits 77 when the token is refused, or may not view what is needed', async (context) => {
    const { run, library } = await serveLibrary(context);
    const refused = await run([], { PAPERLESS_API_TOKEN_FILE: '', PAPERLESS_API_TOKEN: 'hunter2' });
    assert.deepEqual([refused.code, refused.stdout], [77, '']);
    assert.match(refused.stderr, /Paperless refused the token \(401\)/);
    assert.doesNotMatch(refused.stderr, /hunter2/);
    const user = library.addUser({ username: 'rag', permissions: ['view_document'] });
    const blind = await run([], { PAPERLESS_API_TOKEN_FILE: '', PAPERLESS_API_TOKEN: user.token });
    assert.equal(blind.code, 77);
    assert.match(blind.stderr, /lacks the permission view_tag/);
  });

  it('exits 78 for a wrong address, and for two sources', async (context) => {
    const { run, env } = await serveLibrary(context);
    const wrong = await run([], { PAPERLESS_API_URL: `${env.PAPERLESS_API_URL}/wiki` });
    assert.deepEqual([wrong.code, wrong.stdout], [78, '']);
    assert.match(wrong.stderr, /Set PAPERLESS_API_URL to the address of Paperless' start page/);
    const double = await run([], { PAPERLESS_EXPORT_DIR: '/export' });
    assert.equal(double.code, 78);
    assert.match(double.stderr, /two sources of documents/);
  });

  it('shows and keeps the token nowhere', async (context) => {
    const { run, stateDir, paperless } = await serveLibrary(context);
    const loud = { LOG_LEVEL: 'debug' };
    const outputs = [await run(['--json'], loud)];
    paperless.faults.add({ instead: () => new Response(`{"detail": "No ${TOKEN}"}`, { status: 400 }) });
    outputs.push(await run([], loud), await run(['doctor'], loud));
    for (const { stdout, stderr } of outputs) assert.ok(!`${stdout}${stderr}`.includes(TOKEN));
    const files = readdirSync(stateDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.ok(files.length >= 3);
    for (const { parentPath, name } of files)
      assert.ok(!readFileSync(join(parentPath, name), 'latin1').includes(TOKEN), name);
    assert.ok(
      paperless.requests.every(({ raw }) => !raw.includes(TOKEN)),
      'nor in an address',
    );
  });

  it('says with doctor whether all is well', async (context) => {
    const { run } = await serveLibrary(context);
    assert.equal((await run([])).code, 0);
    const good = await run(['doctor', '--json']);
    assert.equal(good.code, 0, good.stdout);
    const { checks } = JSON.parse(good.stdout);
    assert.ok(checks.length > 10 && checks.every(({ ok }: { ok: boolean }) => ok));
    const bad = await run(['doctor'], { PAPERLESS_API_TOKEN_FILE: '', PAPERLESS_API_TOKEN: 'hunter2' });
    assert.equal(bad.code, 1);
    assert.match(bad.stdout, /^✗ token +Paperless refused the token.*\n {23}Set PAPERLESS_API_TOKEN to/m);
  });

  it('keeps its index in Qdrant, with links for other programs', async (context) => {
    const qdrant = await FakeQdrant.start();
    context.after(() => qdrant.close());
    const { run, library, stateDir } = await serveLibrary(context);
    const inQdrant = { QDRANT_URL: qdrant.url, PAPERLESS_PUBLIC_URL: 'https://paperless.example.org' };
    const first = await run(['--json'], inQdrant);
    assert.equal(first.code, 0, first.stderr);
    const { generation } = JSON.parse(first.stdout);
    assert.equal(qdrant.aliases.get('paperless'), `paperless-${generation}`);
    const payloads = [...(qdrant.collections.get(`paperless-${generation}`)?.points.values() ?? [])];
    assert.ok(payloads.some(({ payload }) => payload.url === 'https://paperless.example.org/documents/1/'));
    assert.ok(!readdirSync(stateDir).includes('index'));

    library.edit(2, { content: 'Zwetschgenknödel' });
    library.trash(3);
    const { embedded, removed } = JSON.parse((await run(['--json'], inQdrant)).stdout);
    assert.deepEqual([embedded, removed], [1, 1]);
    await qdrant.close();
    const down = await run([], inQdrant);
    assert.equal(down.code, 75);
    assert.match(down.stderr, /Qdrant could not be reached/);
  });
});
