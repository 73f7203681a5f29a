import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { acquireLock } from '../../src/sync/lock.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { runPaperlessIndex, type Surroundings, startPaperlessIndex } from './run-paperless-index.ts';
import { createDocuments, type ManifestDocument, writeLibrary } from './write-library.ts';

async function prepare(context: TestContext, documents: readonly ManifestDocument[] = createDocuments(3)) {
  const folder = temporaryFolder(context);
  const surroundings: Surroundings = { stateDir: join(folder, 'state'), exportDir: join(folder, 'export') };
  await writeLibrary(join(folder, 'export'), documents);
  const run = (...args: string[]) => runPaperlessIndex(args, surroundings);
  return { folder, surroundings, run, ...surroundings };
}

describe('paperless-index', () => {
  it('indexes, tells its status, finds words, and removes what is gone', async (context) => {
    const { run, exportDir = '' } = await prepare(context);
    const first = await run('--json');
    assert.equal(first.code, 0, first.stderr);
    const { embedded, published, dry_run } = JSON.parse(first.stdout);
    assert.deepEqual({ embedded, published, dry_run }, { embedded: 3, published: true, dry_run: false });

    const status = await run('status', '--json');
    assert.equal(JSON.parse(status.stdout).live.documents, 3);
    const found = await run('search', 'heating', '--json', '--limit', '2');
    const { hits, mode } = JSON.parse(found.stdout);
    assert.equal(mode, 'lexical');
    assert.equal(hits.length, 2);
    assert.deepEqual(Object.keys(hits[0]), ['document_id', 'position', 'title', 'score', 'legs', 'text']);

    await writeLibrary(exportDir, createDocuments(2));
    assert.equal(JSON.parse((await run('--json')).stdout).removed, 1);
    assert.match((await run('status')).stdout, /index +2 documents/);
  });

  it('prints help and version whatever the environment is', async (context) => {
    const env = { LOG_LEVEL: 'nonsense', PAPERLESS_EXPORT_DIR: '/nowhere' };
    const surroundings = { stateDir: temporaryFolder(context), env };
    for (const args of [
      ['--help'],
      ['-h'],
      ['search', '--help'],
      ['status', 'stray', '--help'],
      ['--nonsense', '--help'],
    ]) {
      const { code, stdout, stderr } = await runPaperlessIndex(args, surroundings);
      assert.deepEqual([code, stderr], [0, ''], args.join(' '));
      assert.match(stdout, /paperless-index/);
    }
    assert.match((await runPaperlessIndex(['--version'], surroundings)).stdout, /^paperless-index \d+\.\d+\.\d+\n$/);
  });

  it('exits 64 with one line for wrong arguments', async (context) => {
    const { run } = await prepare(context);
    const { code, stdout, stderr } = await run('--ful');
    assert.deepEqual([code, stdout], [64, '']);
    assert.equal(
      stderr,
      'paperless-index: unknown flag --ful: did you mean --full? (paperless-index --help shows what there is)\n',
    );
  });

  it('exits 78 without a source, and with a broken one, but tells its status without', async (context) => {
    const stateDir = join(temporaryFolder(context), 'state');
    const none = await runPaperlessIndex([], { stateDir });
    assert.equal(none.code, 78);
    assert.match(none.stderr, /no source of documents: set PAPERLESS_API_URL/);
    assert.equal((await runPaperlessIndex([], { stateDir, exportDir: '/nowhere' })).code, 78);
    const status = await runPaperlessIndex(['status'], { stateDir });
    assert.deepEqual([status.code, status.stderr], [0, '']);
    assert.match(status.stdout, /nothing indexed yet/);
  });

  it('exits 78 with all problems of the environment at once', async (context) => {
    const env = { LOG_LEVEL: 'loud', RAG_TOP_K: 'many' };
    const { code, stderr } = await runPaperlessIndex([], { stateDir: temporaryFolder(context), env });
    assert.equal(code, 78);
    assert.match(stderr, /LOG_LEVEL[\s\S]*RAG_TOP_K/);
  });

  it('says who is at work: a tick exits 0, everything else 75', async (context) => {
    const { run, stateDir } = await prepare(context);
    const lock = acquireLock(stateDir, { pid: 4711, started_at: '2026-01-01T00:00:00.000000Z', doing: 'full' });
    const tick = await run();
    assert.equal(tick.code, 0);
    assert.match(tick.stdout, /Another paperless-index is at work \(full, process 4711.*[^.]\.\n$/);
    assert.match(JSON.parse((await run('--json')).stdout).skipped, /at work/);
    for (const args of [['--full'], ['failures', '--retry']]) {
      const { code, stdout, stderr } = await run(...args);
      assert.deepEqual([code, stdout], [75, ''], args.join(' '));
      assert.match(stderr, /at work \(full, process 4711/);
    }
    assert.match((await run('status')).stdout, /at work +full, process 4711/);
    lock.release();
    assert.equal((await run()).code, 0);
  });

  it('lets one of two ticks at once do the work', async (context) => {
    const { surroundings } = await prepare(context, createDocuments(300));
    const both = await Promise.all([1, 2].map(() => runPaperlessIndex(['--json'], surroundings)));
    assert.deepEqual(
      both.map(({ code }) => code),
      [0, 0],
    );
    const results = both.map(({ stdout }) => JSON.parse(stdout));
    assert.deepEqual(results.filter(({ embedded }) => embedded === 300).length, 1);
  });

  it('exits 74 where the state cannot be kept', async (context) => {
    const { exportDir = '', folder } = await prepare(context);
    writeFileSync(join(folder, 'file'), '');
    const { code, stderr, stdout } = await runPaperlessIndex([], {
      exportDir,
      stateDir: join(folder, 'file', 'state'),
    });
    assert.deepEqual([code, stdout], [74, '']);
    assert.match(stderr, /Set STATE_DIR to a folder/);
  });

  it('exits 74 for a damaged cursor.json and 65 for one of the future', async (context) => {
    const { run, stateDir } = await prepare(context);
    await run();
    for (const [arg, text, code] of [
      ['--full', '{"version":', 74],
      ['status', '{"version": 9}', 65],
    ] as const) {
      writeFileSync(join(stateDir, 'cursor.json'), text);
      const { code: actual, stderr } = await run(arg);
      assert.equal(actual, code);
      assert.match(stderr, /cursor\.json .*(restore it from a backup|install that version again), or move it away/);
    }
  });

  it('exits 65 for an index that a newer version wrote', async (context) => {
    const { run, stateDir } = await prepare(context);
    const { generation } = JSON.parse((await run('--json')).stdout);
    const database = new DatabaseSync(join(stateDir, 'index', `${generation}.sqlite`));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const { code, stderr } = await run();
    assert.equal(code, 65);
    assert.match(stderr, /newer/);
  });

  it('exits 1 with numbers when it refuses to remove most documents', async (context) => {
    const { run, exportDir = '' } = await prepare(context, createDocuments(60));
    await run();
    await writeLibrary(exportDir, createDocuments(10));
    const { code, stdout } = await run('--reconcile');
    assert.equal(code, 1);
    assert.match(stdout, /50 of 60 documents.*--allow-mass-removal/);
    assert.equal((await run('--reconcile', '--allow-mass-removal')).code, 0);
    assert.match((await run('status')).stdout, /10 documents/);
  });

  it('ends quietly when the reader of its output has gone', async (context) => {
    const { surroundings, run } = await prepare(context);
    await run();
    const { child, finished } = startPaperlessIndex(['search', 'heating'], surroundings);
    child.stdout.destroy();
    const { code, stderr } = await finished;
    assert.deepEqual([code, stderr], [0, '']);
  });
});
