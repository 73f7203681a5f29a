import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { runPaperlessIndex } from './run-paperless-index.ts';
import { createDocuments, writeLibrary } from './write-library.ts';

/** Mounts a disk of two megabytes; says why when that can't be done. */
function mountSmallDisk(folder: string): string | undefined {
  mkdirSync(folder);
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]);
  return status === 0 ? undefined : `a small disk needs root and mount(8): ${error?.message ?? String(stderr).trim()}`;
}

describe('paperless-index on a full disk', () => {
  it('exits 74, keeps what it had, and goes on when there is room again', async (context) => {
    const folder = temporaryFolder(context);
    const disk = join(folder, 'disk');
    const obstacle = mountSmallDisk(disk);
    if (obstacle !== undefined) {
      context.skip(obstacle);
      return;
    }
    try {
      await fillUp(join(folder, 'export'), disk);
    } finally {
      spawnSync('umount', [disk]);
    }
  });

  it('exits 74 when its output cannot be written', async (context) => {
    const stateDir = join(temporaryFolder(context), 'state');
    const script = `exec ${process.execPath} src/paperless-index.ts status > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', script], { env: { STATE_DIR: stateDir }, encoding: 'utf8' });
    assert.equal(status, 74, stderr);
    assert.match(stderr, /output could not be written \(ENOSPC\)/);
  });
});

async function fillUp(exportDir: string, disk: string): Promise<void> {
  const surroundings = { stateDir: join(disk, 'state'), exportDir };
  await writeLibrary(exportDir, createDocuments(20));
  assert.equal((await runPaperlessIndex([], surroundings)).code, 0);
  await writeLibrary(exportDir, createDocuments(400));
  const full = await runPaperlessIndex([], surroundings);
  assert.equal(full.code, 74, full.stderr);
  assert.match(full.stderr, /disk .*full/);
  const { stdout, code } = await runPaperlessIndex(['status', '--json'], surroundings);
  assert.equal(code, 0);
  assert.ok(JSON.parse(stdout).live.documents >= 20);
  spawnSync('mount', ['-o', 'remount,size=50m', disk]);
  assert.equal((await runPaperlessIndex([], surroundings)).code, 0);
  assert.match((await runPaperlessIndex(['status'], surroundings)).stdout, /400 documents/);
}
