import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { writePerformance } from '../../bench/report/write-performance.ts';
import { withTemporaryFolder } from '../../bench/temporary-folder.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

describe('docs/performance.md and its picture', () => {
  it('show what docs/performance.json says (npm run docs writes them)', async () => {
    const read = (folder: string, name: string) => readFileSync(join(folder, `performance.${name}`), 'utf8');
    await withTemporaryFolder(async (folder) => {
      writePerformance(JSON.parse(read(DOCS, 'json')), folder);
      for (const name of ['json', 'md', 'svg']) assert.equal(read(DOCS, name), read(folder, name), name);
    });
  });
});
