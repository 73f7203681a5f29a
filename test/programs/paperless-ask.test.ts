import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { runPaperlessAsk, startPaperlessAsk } from './start-paperless-ask.ts';

const VOUCHER = 'What is the voucher code LAMP<50>&MORE not valid for?';
const LIBRARY = join(import.meta.dirname, '../../examples/library');

describe('paperless-ask', { concurrency: 2 }, () => {
  it('prints help and version whatever the environment is', async () => {
    const env = { LOG_LEVEL: 'nonsense', ASK_PORT: 'x' };
    const help = await runPaperlessAsk(['--nonsense', '--help'], env);
    assert.deepEqual([help.code, help.stderr], [0, '']);
    assert.match(help.stdout, /^paperless-ask answers questions/);
    assert.match((await runPaperlessAsk(['--version'], env)).stdout, /^paperless-ask \d+\.\d+\.\d+\n$/);
  });

  it('exits 64 with one line for wrong arguments', async () => {
    const { code, stdout, stderr } = await runPaperlessAsk(['--demoo']);
    assert.deepEqual([code, stdout], [64, '']);
    assert.equal(
      stderr,
      'paperless-ask: unknown flag --demoo: did you mean --demo? (paperless-ask --help shows what there is)\n',
    );
  });

  it('exits 75 when its port is taken, and says what to do', async (context) => {
    const other = createServer().listen(0, '127.0.0.1');
    context.after(() => other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const env = { STATE_DIR: temporaryFolder(context), PAPERLESS_EXPORT_DIR: LIBRARY, ASK_PORT: port };
    const { code, stdout, stderr } = await runPaperlessAsk([], env);
    assert.deepEqual([code, stdout], [75, '']);
    assert.match(stderr, new RegExp(`port ${port} on 127\\.0\\.0\\.1 is taken: .* set ASK_PORT`));
  });

  it('exits 78 rather than listen where other machines can reach it', async (context) => {
    const env = {
      STATE_DIR: temporaryFolder(context),
      PAPERLESS_EXPORT_DIR: LIBRARY,
      ASK_HOST: '0.0.0.0',
      ASK_PORT: '0',
    };
    const { code, stderr } = await runPaperlessAsk([], env);
    assert.equal(code, 78);
    assert.match(stderr, /ASK_ALLOW_NON_LOOPBACK=true/);
  });

  it('serves the page before anything is indexed, and says so to who asks', async (context) => {
    const env = { STATE_DIR: temporaryFolder(context), PAPERLESS_EXPORT_DIR: LIBRARY, ASK_PORT: '0' };
    const { child, listening, finished } = startPaperlessAsk([], env);
    const url = await listening;
    assert.match(await (await fetch(url)).text(), /Nothing is indexed yet/);
    assert.equal((await fetch(`${url}/healthz`)).status, 503);
    assert.equal((await fetch(`${url}/livez`)).status, 200);
    child.kill('SIGINT');
    assert.equal((await finished).code, 130);
  });

  it('serves the sample library without any setting, ends on SIGTERM, and leaves nothing behind', async (context) => {
    const TMPDIR = temporaryFolder(context);
    const { child, listening, finished } = startPaperlessAsk(['--demo'], { ASK_PORT: '0', TMPDIR });
    const url = await listening;
    const response = await fetch(`${url}/api/ask`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ q: VOUCHER }),
    });
    // Read here: the answer is a JSON object of ours.
    const answer = (await response.json()) as { outcome: string; answer: string };
    assert.equal(answer.outcome, 'extractive');
    assert.match(answer.answer, /it cannot be used for spare shades/);
    const folders = readdirSync(TMPDIR).filter((name) => name.startsWith('paperless-ask-demo-'));
    assert.equal(folders.length, 1);
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await finished;
    assert.deepEqual([code, stdout], [143, '']);
    assert.equal(existsSync(join(TMPDIR, folders[0] ?? '')), false);
    for (const secret of ['LAMP', 'voucher', 'spare shades', 'Lumen']) assert.ok(!stderr.includes(secret), secret);
  });
});

describe('paperless-ask "question"', { concurrency: 2 }, () => {
  it('prints the quotations and the sources they come from, and nothing else', async () => {
    const { code, stdout, stderr } = await runPaperlessAsk(['--demo', VOUCHER]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /it cannot be used for spare shades\.” \[1\]/);
    assert.match(stdout, /^Quotations that match best/m);
    assert.match(stdout, /^\[1\] Offer <b>50%<\/b> & "more" <script>alert\(1\)<\/script> · Lumen/m);
  });

  it('prints one JSON object with --json', async () => {
    const { code, stdout } = await runPaperlessAsk(['--demo', '--json', '--type', 'Flyer', VOUCHER]);
    assert.equal(code, 0);
    const { outcome, citations, sources } = JSON.parse(stdout);
    assert.deepEqual([outcome, citations[0].n, sources[0].document_id], ['extractive', 1, 33]);
  });

  it('exits 64 for a name that does not exist, naming near ones', async () => {
    const { code, stdout, stderr } = await runPaperlessAsk(['--demo', '--correspondent', 'Brightline', VOUCHER]);
    assert.deepEqual([code, stdout], [64, '']);
    assert.match(stderr, /no correspondent "Brightline": did you mean "Brightline Telecom"/);
  });

  it('exits 75 when nothing is indexed yet', async (context) => {
    const env = { STATE_DIR: temporaryFolder(context), PAPERLESS_EXPORT_DIR: LIBRARY };
    const { code, stderr } = await runPaperlessAsk([VOUCHER], env);
    assert.equal(code, 75);
    assert.match(stderr, /nothing is indexed yet: run paperless-index/);
  });

  it('ends quietly when nobody reads its output any more', async () => {
    const { child, finished } = startPaperlessAsk(['--demo', VOUCHER]);
    child.stdout.destroy();
    const { code, stderr } = await finished;
    assert.deepEqual([code, stderr], [0, '']);
  });
});
