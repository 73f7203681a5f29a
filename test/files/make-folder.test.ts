import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { makeFolder } from '../../src/files/make-folder.ts';

describe('makeFolder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paperless-rag-folder-'));
  after(() => rmSync(folder, { recursive: true }));

  it('creates a folder and its parents for nobody else', () => {
    const deep = join(folder, 'a', 'b', 'c');
    makeFolder(deep);
    makeFolder(deep);
    assert.equal(statSync(deep).mode & 0o777, 0o700);
  });

  it('fails where a part of the path is a file', () => {
    writeFileSync(join(folder, 'file'), '');
    assert.throws(() => makeFolder(join(folder, 'file')), { code: 'EEXIST' });
    assert.throws(() => makeFolder(join(folder, 'file', 'below')), { code: /EEXIST|ENOTDIR/ });
  });

  it('fails, instead of never ending, where no folder can be made', {
    skip: !existsSync('/proc/self') && 'no /proc',
  }, () => {
    assert.throws(() => makeFolder('/proc/nope/state'), { code: 'ENOENT' });
  });
});
