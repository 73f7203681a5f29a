import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readTextFile } from '../../src/files/read-text-file.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';

describe('readTextFile', () => {
  it('reads a file, and finds nothing where there is none', (context) => {
    const folder = temporaryFolder(context);
    writeFileSync(join(folder, 'file'), 'text');
    assert.equal(readTextFile(join(folder, 'file')), 'text');
    assert.equal(readTextFile(join(folder, 'none')), undefined);
  });

  it('refuses what is no file: a pipe was waited for without end', (context) => {
    const folder = temporaryFolder(context);
    mkdirSync(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const name of ['folder', 'pipe'])
      assert.throws(() => readTextFile(join(folder, name)), { name: 'StorageError', message: /is not a file/ });
  });
});
