import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { withTemporaryFolder } from '../../bench/index-bench.ts';
import { measurePart } from '../../bench/measure-part.ts';
import { QUICK } from '../../bench/sizes.ts';
import { watchPeak } from '../../bench/watch-peak.ts';

describe('measuring', () => {
  it('gives the figures of a part that ran in a process of its own', async () => {
    const figures = await measurePart('index', { ...QUICK, documents: 3 });
    assert.deepEqual(
      figures.map(({ id }) => id),
      ['index.trigram', 'index.plain'],
    );
    for (const { ours, beside } of figures) assert.ok(ours > 0 && beside !== undefined && beside.value > 0);
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
