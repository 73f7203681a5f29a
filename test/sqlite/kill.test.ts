import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { createRandom } from '../../bench/synthetic.ts';
import { EVERYTHING } from '../../src/model.ts';
import { DENSE, openReader, publishEntries, toUnit } from '../contract/passage-index-world.ts';
import { checkSqliteFile } from './check-sqlite-file.ts';
import { createSqliteWorld } from './create-sqlite-world.ts';

const KILLS = 20;
const ALL = { scope: EVERYTHING };

describe('a writer that is killed', () => {
  it(`leaves no document half there, at ${KILLS} moments, and a reader that was open all the time works on`, async () => {
    // Two at a time: most of it is waiting for processes to start.
    await Promise.all([1, 2].map((seed) => killRepeatedly(createRandom(seed), KILLS / 2)));
  });
});

async function killRepeatedly(random: () => number, kills: number): Promise<void> {
  const world = createSqliteWorld();
  try {
    const first = world.open();
    const { id } = (await publishEntries(first, DENSE, [])).generation;
    await first.close();
    const reader = await openReader(world.open());
    let next = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const lines = 2 + Math.floor(random() * 12);
      const { started, done } = await killAfterLines([world.folder, id, String(next)], lines);
      assert.ok(started >= next, 'the writer started');
      checkSqliteFile(join(world.folder, `${id}.sqlite`), (database) => checkVersions(database, next, done));
      const { passages } = await reader.stats();
      assert.equal((await reader.stemsTop(['version'], 500, ALL)).length, passages);
      assert.equal((await reader.denseTop(toUnit([1, 0, 0, 0]), 500, ALL)).length, passages);
      next = started + 1;
    }
  } finally {
    await world.close();
  }
}

/** Kills the endless writer when it has written so many lines. Returns the last write it began and the last it finished. */
async function killAfterLines(args: readonly string[], lines: number): Promise<{ started: number; done: number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'endless-writer.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(args[0] ?? '', '..', 'compile-cache') },
  });
  let seen = 0;
  const last = { start: -1, done: -1 };
  for await (const line of createInterface({ input: child.stdout })) {
    const [, what, n] = /^(start|done) (\d+)$/.exec(line) ?? assert.fail(`unexpected output: ${line}`);
    last[what as 'start' | 'done'] = Number(n);
    seen += 1;
    if (seen === lines) child.kill('SIGKILL');
  }
  assert.ok(seen >= lines, 'the writer ended by itself');
  return { started: last.start, done: last.done };
}

/** `first` and `done`: the first and the last write that this writer finished. */
function checkVersions(database: DatabaseSync, first: number, done: number): void {
  const count = (sql: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.n);
  assert.equal(count('embeddings'), count('passages'));
  const rows = database
    .prepare('SELECT document, group_concat(text, char(10)) AS texts FROM passages GROUP BY 1')
    .all();
  const versions = rows.map(({ document, texts }) => checkVersion(Number(document), String(texts).split('\n')));
  const last = [done - 3, done - 2, done - 1, done].filter((n) => n >= first && n % 4 < 2).at(-1);
  if (last !== undefined) assert.ok(Math.max(...versions) >= last, 'a finished write is still there');
}

/** All passages of one version, and all of them. */
function checkVersion(document: number, texts: readonly string[]): number {
  const [, version, count] = /^version (\d+) passage \d+ of (\d+) /.exec(texts[0] ?? '') ?? assert.fail(texts[0]);
  assert.equal(texts.length, Number(count), `document ${document}`);
  for (const [index, text] of texts.entries())
    assert.ok(text.startsWith(`version ${version} passage ${index + 1} of ${count} `), `document ${document}`);
  return Number(version);
}
