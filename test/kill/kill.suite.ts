import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createRandom } from '../../bench/synthetic.ts';
import type { PassageIndex } from '../../src/ports.ts';
import { readCursorFile } from '../../src/sync/cursor-file.ts';
import { checkSqliteFile } from '../sqlite/check-sqlite-file.ts';
import { listWanted } from './change-library.ts';
import { dumpIndex } from './dump-index.ts';
import { createKillWorld, type Moment, type Run, type Store } from './kill-world.ts';
import { WatchingReader } from './watching-reader.ts';

/** `KILLS=500` looks further; KILL_SEED repeats what failed, as far as the moments aren't left to the disk. */
const KILLS = Number(process.env.KILLS ?? 50);
const SEED = Number(process.env.KILL_SEED ?? 1);

type Mode = 'tick' | 'full' | 'reconcile';

const FLAGS: Readonly<Record<Mode, readonly string[]>> = { tick: [], full: ['--full'], reconcile: ['--reconcile'] };
/** Only a reconcile finds what moves no `modified`; a tick does the rest, also for a `--full` that was killed. */
const NEXT: Readonly<Record<Mode, readonly string[]>> = { tick: [], full: [], reconcile: ['--reconcile'] };
const MOMENTS: Readonly<Record<Store, readonly Moment['at'][]>> = {
  sqlite: ['step', 'step', 'step', 'disk', 'request'],
  qdrant: ['request', 'request', 'request', 'request', 'step'],
};

describe('paperless-index, killed at any moment', { concurrency: 3 }, () => {
  for (const store of ['sqlite', 'qdrant'] as const) {
    for (const [place, mode] of (['tick', 'full', 'reconcile'] as const).entries()) {
      it(`is in step after the run that follows (${store}, ${mode}, ${KILLS} times)`, (context) =>
        killRepeatedly(context, store, mode, createRandom(SEED * 10 + place)));
    }
  }
});

async function killRepeatedly(context: TestContext, store: Store, mode: Mode, random: () => number): Promise<void> {
  const world = await createKillWorld(context, store, random);
  const { library, index, stateDir } = world;
  assertDone(await world.run([]));
  const reader = await WatchingReader.open(index, createRandom(SEED));
  context.after(() => reader.stop());
  world.betweenWrites(() => reader.ask());
  const hits: Record<string, number> = {};
  const hidden = mode === 'reconcile';
  let last = await run(FLAGS[mode]);
  for (let kills = 0, tries = 0; kills < KILLS; tries += 1) {
    assert.ok(tries < 3 * KILLS, 'most runs live to the moment they are killed at');
    change();
    const at = pick(MOMENTS[store], random);
    const moment = { at, nth: 1 + Math.floor(random() * last.moments[at]) };
    const label = `kill ${kills}, ${at} ${moment.nth}`;
    const killed = await world.run(FLAGS[mode], moment);
    // What there was to do was over before that moment.
    if (killed.killedIn === undefined) {
      assertDone(killed, label);
      continue;
    }
    kills += 1;
    hits[killed.killedIn] = (hits[killed.killedIn] ?? 0) + 1;
    assert.ok(readCursorFile(stateDir), `the cursor is readable after ${label}`);
    if (random() < 0.5) change();
    await run(NEXT[mode], label);
    await compare(label);
    // How long this mode's runs are, without a kill.
    if (kills % 10 === 0) {
      change();
      last = await run(FLAGS[mode], label);
    }
  }
  context.diagnostic(`${store} ${mode}: ${JSON.stringify(hits)}, the reader asked ${reader.asked} times`);
  await reader.close();

  function change(): void {
    world.change({ hidden });
    const wanted = new Set(listWanted(library));
    reader.steady = reader.steady.intersection(wanted);
  }

  async function run(flags: readonly string[], label?: string): Promise<Run> {
    const done = await world.run(flags);
    assertDone(done, label);
    reader.steady = new Set(listWanted(library));
    return done;
  }

  async function compare(label: string): Promise<void> {
    await world.withFreshBuild(`fresh-${label.replaceAll(/\W+/g, '-')}`, async (fresh) => {
      assert.deepEqual(await dumpIndex(index), await dumpIndex(fresh), label);
    });
    if (store === 'sqlite') await checkLiveFile(index, stateDir);
  }
}

async function checkLiveFile(index: PassageIndex, stateDir: string): Promise<void> {
  const live = (await index.generations()).find(({ state }) => state === 'live');
  assert.ok(live, 'something is live');
  checkSqliteFile(join(stateDir, 'index', `${live.id}.sqlite`));
}

function assertDone({ code, signal, stdout, stderr }: Run, label = 'the first run'): void {
  assert.deepEqual({ code, signal }, { code: 0, signal: null }, `${label}: ${stderr}`);
  const result = JSON.parse(stdout);
  assert.equal(result.skipped, undefined, label);
  assert.equal(result.refused, undefined, label);
}

function pick<T>(items: readonly T[], random: () => number): T {
  // Safe: no list here is empty, and random() is below 1.
  return items[Math.floor(random() * items.length)] as T;
}
