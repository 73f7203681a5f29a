import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { StorageError } from '../../src/errors.ts';
import { writeAtomically } from '../../src/files/write-atomically.ts';

describe('writeAtomically', () => {
  it('replaces a file and leaves nothing beside it', (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'paperless-rag-files-'));
    context.after(() => rmSync(folder, { recursive: true }));
    for (const text of ['first, the longer one', 'second']) writeAtomically(join(folder, 'state.json'), text);
    assert.equal(readFileSync(join(folder, 'state.json'), 'utf8'), 'second');
    assert.deepEqual(readdirSync(folder), ['state.json']);
  });

  it('says what to do where the folder is gone', () => {
    assert.throws(
      () => writeAtomically('/nowhere/at/all/state.json', ''),
      (error) => error instanceof StorageError && /Create it, or set STATE_DIR/.test(error.message),
    );
  });
});
