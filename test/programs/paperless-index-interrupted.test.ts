import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import { SqlitePassageIndex } from '../../src/sqlite/sqlite-passage-index.ts';
import { withFolder } from '../export/write-export.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { runPaperlessIndex, type Surroundings, startPaperlessIndex } from './run-paperless-index.ts';
import { createDocuments, writeLibrary } from './write-library.ts';

/** Enough for several groups of documents, each of which says in the log that it is written. */
const DOCUMENTS = 800;
const WRITTEN = /"msg":"written"/;
const DEBUG = { LOG_LEVEL: 'debug' };

/** Everything in the live generation, for comparing two of them. */
async function dump(stateDir: string): Promise<readonly object[]> {
  const index = new SqlitePassageIndex({ folder: join(stateDir, 'index'), log: SILENT_LOG, now: Date.now });
  try {
    const live = (await index.generations()).find(({ state }) => state === 'live');
    assert.ok(live, 'something is live');
    const reader = await index.writer(live.id);
    const documents: object[] = [];
    for await (const { id, fingerprint } of reader.documents()) {
      const passages = await reader.read(
        [0, 1, 2, 3, 4].map((position) => `${id}-${position}`),
        EVERYTHING,
      );
      documents.push({ id, fingerprint, passages });
    }
    return documents;
  } finally {
    await index.close();
  }
}

describe('paperless-index, interrupted', () => {
  let expected: readonly object[];
  let folder: string;
  let exportDir: string;
  let end: () => void;

  before(async () => {
    const ready = Promise.withResolvers<void>();
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    withFolder(async (path) => {
      folder = path;
      exportDir = join(path, 'export');
      await writeLibrary(exportDir, createDocuments(DOCUMENTS));
      const stateDir = join(path, 'fresh');
      assert.equal((await runPaperlessIndex(['--quiet'], { stateDir, exportDir })).code, 0);
      expected = await dump(stateDir);
      ready.resolve();
      await ended;
    }).catch(ready.reject);
    await ready.promise;
  });
  after(() => end());

  /** Runs until the `nth` group is written, then sends `signal`. */
  async function interrupt(signal: NodeJS.Signals, nth: number, args: readonly string[], surroundings: Surroundings) {
    const started = startPaperlessIndex(args, { ...surroundings, env: DEBUG });
    started.stderr.onOccurrence(WRITTEN, nth, () => started.child.kill(signal));
    return started.finished;
  }

  it('saves what it has when it is told to stop, and goes on from there', async () => {
    const surroundings = { stateDir: join(folder, 'stopped'), exportDir };
    const cursors: string[] = [];
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const stopped = await interrupt(signal, 2, ['--json'], surroundings);
      assert.deepEqual([stopped.code, stopped.stdout], [code, '']);
      const { building, runs } = JSON.parse(readFileSync(join(surroundings.stateDir, 'cursor.json'), 'utf8'));
      assert.equal(runs.tick.outcome, 'aborted');
      assert.ok(!existsSync(join(surroundings.stateDir, 'lock.json')));
      cursors.push(building.cursor);
    }
    const [first = '', second = ''] = cursors;
    assert.ok('2026-01-01' < first && first < second, 'the cursor stands behind what was written');
    const { code, stdout } = await runPaperlessIndex(['--json'], surroundings);
    assert.equal(code, 0);
    const { embedded, published } = JSON.parse(stdout);
    assert.ok(published && embedded > 0 && embedded < DOCUMENTS, `${embedded} were left`);
    assert.deepEqual(await dump(surroundings.stateDir), expected);
  });

  it('survives kill -9 at any moment, and never disturbs a reader that is open all the time', async () => {
    const surroundings = { stateDir: join(folder, 'killed'), exportDir };
    const kill = async (nth: number, ...args: string[]) => {
      const { signal } = await interrupt('SIGKILL', nth, args, surroundings);
      assert.equal(signal, 'SIGKILL', `${args.join(' ')} ${nth}`);
    };
    await kill(2);
    assert.equal((await runPaperlessIndex(['--quiet'], surroundings)).code, 0);
    const index = new SqlitePassageIndex({
      folder: join(surroundings.stateDir, 'index'),
      log: SILENT_LOG,
      now: Date.now,
    });
    try {
      const reader = await index.reader();
      const look = async () => {
        assert.equal((await reader?.stemsTop(['water'], 3, { scope: EVERYTHING }))?.length, 3);
        assert.equal((await reader?.stats())?.documents, DOCUMENTS);
      };
      await look();
      const building = kill(2, '--full');
      await look();
      await building;
      await look();
      await kill(1, '--reconcile');
      await look();
      const { generation } = JSON.parse((await runPaperlessIndex(['--json'], surroundings)).stdout);
      await look();
      assert.equal(reader?.generation.id, generation, 'the reader follows to the new generation');
    } finally {
      await index.close();
    }
    assert.deepEqual(await dump(surroundings.stateDir), expected);
  });
});
