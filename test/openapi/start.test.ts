import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';

const SRC = join(import.meta.dirname, '..', '..', 'src');

/** Own files that a program loads before it does anything: static imports, theirs, and so on. */
function listLoaded(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path = ''] of text.matchAll(/^import (?!type )(?:[^'(]*? from )?'(\.[^']+)'/gm))
    listLoaded(join(dirname(file), path), found);
  return found;
}

describe('the start of paperless-mcp', () => {
  const loaded = [...listLoaded(join(SRC, 'paperless-mcp.ts'))].map((file) => relative(SRC, file));

  it('loads what listing needs', () => {
    for (const file of ['openapi/load-definitions.ts', 'openapi/select-operations.ts', 'mcp/create-server.ts'])
      assert.ok(loaded.includes(file), file);
  });

  it('derives no tool, reads no description, and loads no client of Paperless', () => {
    const late = /^(openapi\/(define|prepare|load-operations|run|overlay|build|resolve)|paperless\/|http\/|wiring)/;
    assert.deepEqual(
      loaded.filter((file) => late.test(file)),
      [],
    );
  });
});
