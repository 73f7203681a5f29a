import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { acquireLock, readLockHolder } from '../../src/sync/lock.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SELF = { pid: 4711, started_at: '2026-11-30T11:19:01.000000Z', doing: 'reconcile' };

/** Another process that takes the lock and holds it until it is killed. */
async function startHolder(folder: string) {
  const lock = join(import.meta.dirname, '../../src/sync/lock.ts');
  const script = `
    import { acquireLock } from ${JSON.stringify(lock)};
    acquireLock(${JSON.stringify(folder)}, ${JSON.stringify(SELF)});
    process.stdout.write('locked');
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

describe('acquireLock', () => {
  it('tells the loser who is at work', (context) => {
    const folder = temporaryFolder(context);
    const lock = acquireLock(folder, SELF);
    assert.throws(() => acquireLock(folder, { ...SELF, pid: 2 }), {
      name: 'UnavailableError',
      service: 'lock',
      message: /at work \(reconcile, process 4711, since 2026-11-30T11:19:01\.000000Z\)/,
    });
    lock.release();
    acquireLock(folder, SELF).release();
  });

  it('creates the state folder', (context) => {
    const folder = join(temporaryFolder(context), 'a', 'b');
    acquireLock(folder, SELF).release();
    assert.ok(existsSync(join(folder, 'lock.sqlite')));
  });

  it('keeps out other processes, and dies with its holder', async (context) => {
    const folder = temporaryFolder(context);
    const child = await startHolder(folder);
    assert.throws(() => acquireLock(folder, SELF), { service: 'lock' });
    assert.deepEqual(readLockHolder(folder), SELF);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(readLockHolder(folder), undefined);
    acquireLock(folder, SELF).release();
  });

  it('is not taken when the name of the holder cannot be written', (context) => {
    const folder = temporaryFolder(context);
    mkdirSync(join(folder, 'lock.json.new'));
    assert.throws(() => acquireLock(folder, SELF), { name: 'StorageError' });
    assert.equal(readLockHolder(folder), undefined);
  });

  for (const [name, put] of [
    ['a folder', (path: string) => mkdirSync(path)],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ] as const) {
    it(`says that ${name} is in the way, not that permissions are wrong`, (context) => {
      const folder = temporaryFolder(context);
      put(join(folder, 'lock.sqlite'));
      assert.throws(() => acquireLock(folder, SELF), {
        name: 'StorageError',
        message: /lock\.sqlite is not a file\. Move it away/,
      });
      assert.equal(readLockHolder(folder), undefined);
    });
  }

  it('names the cause that the system gives', (context) => {
    const folder = temporaryFolder(context);
    symlinkSync(join(folder, 'nowhere', 'lock'), join(folder, 'lock.sqlite'));
    assert.throws(() => acquireLock(folder, SELF), { name: 'StorageError', message: /the folder is gone/ });
  });

  it('is taken all the same when the lock file holds garbage', (context) => {
    const folder = temporaryFolder(context);
    writeFileSync(join(folder, 'lock.sqlite'), 'garbage '.repeat(1_000));
    const lock = acquireLock(folder, SELF);
    assert.throws(() => acquireLock(folder, SELF), { service: 'lock' });
    lock.release();
  });

  it('is not taken from its holder by writing garbage into the file', async (context) => {
    const folder = temporaryFolder(context);
    const child = await startHolder(folder);
    writeFileSync(join(folder, 'lock.sqlite'), 'garbage '.repeat(1_000));
    assert.throws(() => acquireLock(folder, SELF), { service: 'lock' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    acquireLock(folder, SELF).release();
  });
});

describe('readLockHolder', () => {
  it('creates nothing where there is no state yet', (context) => {
    const folder = join(temporaryFolder(context), 'state');
    assert.equal(readLockHolder(folder), undefined);
    assert.ok(!existsSync(folder));
  });
});
