import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Report } from '../../bench/report/report.ts';
import { withTemporaryFolder } from '../../bench/temporary-folder.ts';
import { watchPeak } from '../../bench/watch-peak.ts';

const BENCH = join(import.meta.dirname, '..', '..', 'bench', 'bench.ts');
const run = promisify(execFile);

describe('measuring', () => {
  it('prints and writes what each row was judged to be, and ends well whatever that is', async () => {
    await withTemporaryFolder(async (folder) => {
      const json = join(folder, 'figures.json');
      const { stdout } = await run(process.execPath, [BENCH, 'index', '--documents', '3', '--json', json]);
      const { rows, sizes }: Report = JSON.parse(readFileSync(json, 'utf8'));
      assert.equal(sizes.documents, 3);
      assert.deepEqual(
        rows.map(({ id, bar, isMet }) => [id, bar, typeof isMet]),
        [
          ['index.trigram', '≥ 0.6×', 'boolean'],
          ['index.plain', undefined, 'undefined'],
        ],
      );
      for (const { ours, beside, ratio } of rows) assert.ok(ours > 0 && ratio === ours / (beside?.value ?? 0));
      assert.match(stdout, /^index\.trigram .* (met|missed)$/m);
      assert.match(stdout, /^[01] of 1 bars were met\..* Not measured: search\.words, /m);
    });
  });

  it('a program was said to hold what its starter held', {
    skip: process.platform !== 'linux' && 'elsewhere the system tells it in its own way',
  }, async () => {
    const held = Buffer.alloc(200_000_000, 1);
    await withTemporaryFolder(async (folder) => {
      const peak = watchPeak(join(folder, 'peak'));
      execFileSync(process.execPath, ['--eval', ''], { env: peak.env });
      assert.ok(peak.readMb() > 10 && peak.readMb() < held.length / 1e6, `${peak.readMb()} MB`);
    });
  });
});
