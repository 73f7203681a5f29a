import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { FakeLibrary } from '../fakes/paperless/library.ts';
import { PROXY_SECRET } from '../fakes/proxy-secret.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { createLetters, serveLibrary } from './serve-library.ts';
import { runPaperlessAsk, startPaperlessAsk } from './start-paperless-ask.ts';

const ANNA = 3;
const JUERGEN = 4;

/** Anna and Jürgen have a letter each; the others are everybody's. */
function createShared(): FakeLibrary {
  const library = createLetters();
  library.addUser({ id: 2, username: 'admin', is_superuser: true });
  library.addUser({ id: ANNA, username: 'anna', permissions: ['view_document', 'view_correspondent'] });
  library.addUser({ id: JUERGEN, username: 'jürgen', permissions: ['view_document'] });
  library.get(3).owner = ANNA;
  library.get(4).owner = JUERGEN;
  return library;
}

/** `isIndexed`: what refuses to start needs no index. */
async function setUp(context: TestContext, { isIndexed = false } = {}) {
  const served = await serveLibrary(context, createShared());
  if (isIndexed) assert.equal((await served.run([])).code, 0);
  const secretFile = join(temporaryFolder(context), 'secret');
  writeFileSync(secretFile, `${PROXY_SECRET}\n`);
  const env: Readonly<Record<string, string>> = { ...served.env, ASK_ACCESS: 'paperless', ASK_PORT: '0' };
  return { ...served, env, secret: { ASK_PROXY_SECRET_FILE: secretFile } };
}

describe('paperless-ask for the users of Paperless', { concurrency: 2 }, () => {
  it('answers in the terminal as the user named, who sees their own', async (context) => {
    const { env } = await setUp(context, { isIndexed: true });
    for (const [user, own, other] of [
      ['anna', 3, 4],
      ['jürgen', 4, 3],
    ] as const) {
      const { code, stdout } = await runPaperlessAsk(['--as', user, '--json', 'letter lease deposit'], env);
      assert.equal(code, 0, user);
      const ids = JSON.parse(stdout).sources.map((source: { document_id: number }) => source.document_id);
      assert.ok(ids.includes(own) && !ids.includes(other), `${user}: ${ids}`);
    }
    const { code, stdout, stderr } = await runPaperlessAsk(['--as', 'mallory', 'lease'], env);
    assert.deepEqual([code, stdout], [77, '']);
    assert.match(stderr, /no active user of this name/);
  });

  it('wants to know who asks in the terminal, and only where it matters', async (context) => {
    const { env } = await setUp(context);
    const nobody = await runPaperlessAsk(['lease'], env);
    assert.deepEqual([nobody.code, nobody.stdout], [77, '']);
    assert.match(nobody.stderr, /--as USER/);
    const everyone = await runPaperlessAsk(['--as', 'anna', 'lease'], { ...env, ASK_ACCESS: '' });
    assert.deepEqual([everyone.code, everyone.stdout], [64, '']);
  });

  it('does not start with a token that may not read users and groups, and names what it lacks', async (context) => {
    const { env, secret, library } = await setUp(context);
    library.addUser({ id: 2, username: 'admin', permissions: ['view_document', 'view_tag', 'view_group'] });
    for (const args of [[], ['--as', 'anna', 'lease']]) {
      const { code, stderr } = await runPaperlessAsk(args, { ...env, ...secret });
      assert.equal(code, 78);
      assert.match(stderr, /lacks view_user\./);
    }
  });

  it('does not start without the secret, nor with an export', async (context) => {
    const { env, secret } = await setUp(context);
    const open = await runPaperlessAsk([], env);
    assert.equal(open.code, 78);
    assert.match(open.stderr, /ASK_PROXY_SECRET_FILE/);
    const { PAPERLESS_API_URL: _url, PAPERLESS_API_TOKEN_FILE: _file, ...rest } = env;
    const library = join(import.meta.dirname, '../../examples/library');
    for (const args of [[], ['--as', 'anna', 'lease']]) {
      const exported = await runPaperlessAsk(args, { ...rest, ...secret, PAPERLESS_EXPORT_DIR: library });
      assert.equal(exported.code, 78);
      assert.match(exported.stderr, /export folder/);
    }
  });

  it('starts while Paperless is down, answers nothing, and says so', async (context) => {
    const { env, secret, stop } = await setUp(context);
    await stop();
    const { child, listening, finished } = startPaperlessAsk([], { ...env, ...secret });
    context.after(() => child.kill('SIGKILL'));
    const url = await listening;
    const headers = { 'X-Remote-User': 'anna', 'X-Ask-Proxy-Secret': PROXY_SECRET };
    assert.equal((await fetch(`${url}/`, { headers })).status, 200);
    for (const path of ['/api/tags', '/api/sources/3-0', '/api/documents/3/thumb'])
      assert.equal((await fetch(url + path, { headers })).status, 503, path);
    assert.equal((await fetch(`${url}/healthz`)).status, 503);
    assert.equal((await fetch(`${url}/livez`)).status, 200);
    child.kill('SIGTERM');
    const { code, stderr } = await finished;
    assert.equal(code, 143);
    assert.match(stderr, /could not be asked whether its token may read users/);
    assert.ok(!stderr.includes(PROXY_SECRET));
  });

  it('tells users apart by what the proxy says, and believes nobody else', async (context) => {
    const { env, secret } = await setUp(context, { isIndexed: true });
    const { child, listening, finished } = startPaperlessAsk([], { ...env, ...secret, LOG_LEVEL: 'debug' });
    context.after(() => child.kill('SIGKILL'));
    const url = new URL(await listening);
    const proof = `x-ask-proxy-secret: ${PROXY_SECRET}`;
    for (const [lines, expected] of [
      [
        [proof, 'X-Remote-User: anna'],
        [200, 404],
      ],
      [
        [proof, 'x-remote-user: jürgen'],
        [404, 200],
      ],
      [
        [proof, 'X-REMOTE-USER: admin'],
        [200, 200],
      ],
      [
        [proof, 'X-Remote-User: admin', 'X-Remote-User: anna'],
        [403, 403],
      ],
      [
        [proof, 'X-Remote-User: anna', 'X-Remote-User: admin'],
        [403, 403],
      ],
      [
        [proof, 'X-Remote-User: ', 'X-Remote-User: admin'],
        [403, 403],
      ],
      [
        [proof, 'X-Remote-User: anna, admin'],
        [403, 403],
      ],
      [
        [proof, proof, 'X-Remote-User: anna'],
        [401, 401],
      ],
      [
        ['X-Ask-Proxy-Secret: guess', proof, 'X-Remote-User: anna'],
        [401, 401],
      ],
      [
        ['X-Ask-Proxy-Secret: guess', 'X-Remote-User: admin'],
        [401, 401],
      ],
      [['X-Remote-User: admin'], [401, 401]],
      [[proof], [401, 401]],
    ] as const) {
      const answers = await Promise.all([3, 4].map((id) => get(url, `/api/sources/${id}-0`, lines)));
      assert.deepEqual(
        answers.map(({ status }) => status),
        expected,
        lines.join(' | '),
      );
      for (const { body } of answers) assert.ok(!body.includes(PROXY_SECRET), body);
    }
    child.kill('SIGTERM');
    const { stderr } = await finished;
    for (const word of [PROXY_SECRET, 'anna', 'jürgen', 'Stadtwerke', 'lease']) assert.ok(!stderr.includes(word), word);
    assert.match(stderr, /request failed/);
  });
});

/** The status and the body of one GET with exactly these header lines, in UTF-8 as a proxy sends them. */
async function get(url: URL, path: string, lines: readonly string[]): Promise<{ status: number; body: string }> {
  const socket = connect(Number(url.port), url.hostname);
  // Not ended: who closes their half has gone, to the server.
  socket.write([`GET ${path} HTTP/1.1`, `Host: ${url.host}`, ...lines, 'Connection: close', '', ''].join('\r\n'));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return { status: Number(text.slice(9, 12)), body: text.slice(text.indexOf('\r\n\r\n')) };
}
