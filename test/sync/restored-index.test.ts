import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { SqlitePassageIndex } from '../../src/sqlite/sqlite-passage-index.ts';
import { runSync } from '../../src/sync/run-sync.ts';
import { createScriptedEmbedder } from '../fakes/scripted-embedder.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { createSyncWorld } from './sync-world.ts';

const NO_AI = 7;

function createWorld(context: TestContext) {
  const world = createSyncWorld(context, { isReal: true });
  const { library, deps, stateDir } = world;
  const { embedder, texts } = createScriptedEmbedder();
  deps.embedder = embedder;
  const folder = join(stateDir, 'index');
  const copy = join(stateDir, 'backup');
  /** A run as a process of its own, which says what it warned of. */
  const runAlone = async () => {
    const warnings: string[] = [];
    const log = { ...SILENT_LOG, warn: (_fields: object, message: string) => void warnings.push(message) };
    const index = new SqlitePassageIndex({ folder, log: SILENT_LOG, now: () => world.clock.ms });
    const result = await runSync({ ...deps, index, log }, { mode: 'tick', signal: context.signal }).finally(() =>
      index.close(),
    );
    return { ...result, warnings };
  };
  library.setName('tag', NO_AI, 'no-ai');
  for (let id = 1; id <= 5; id += 1) library.add({ id, content: `text ${id}` });
  return {
    ...world,
    texts,
    runAlone,
    backUp: () => cpSync(folder, copy, { recursive: true }),
    restore: () => {
      rmSync(folder, { recursive: true });
      cpSync(copy, folder, { recursive: true });
    },
    /** Changes, and so much later another one that no tick looks back at them. */
    edit: () => {
      library.edit(2, { content: 'changed' });
      library.edit(3, { tags: [NO_AI] });
      library.trash(4);
      library.add({ id: 9, modified: '2026-05-01T00:00:00.000000Z' });
    },
  };
}

describe('an index restored from a backup that is older than cursor.json', () => {
  it('is compared from the beginning: it kept its old texts, and excluded documents came back', async (context) => {
    const { runAlone, backUp, edit, restore, assertInStep, indexed, texts } = createWorld(context);
    await runAlone();
    backUp();
    edit();
    await runAlone();
    restore();
    const before = texts.length;
    const { warnings, embedded } = await runAlone();
    assert.equal(warnings.filter((message) => message.includes('comparing everything from the beginning')).length, 1);
    assert.deepEqual(await indexed(), [1, 2, 5, 9]);
    await assertInStep();
    assert.deepEqual([embedded, texts.length - before], [2, 2], 'only what differs');
  });

  it('is compared once, and not at all when nothing was restored', async (context) => {
    const { runAlone, backUp, edit, restore } = createWorld(context);
    assert.deepEqual((await runAlone()).warnings, []);
    backUp();
    edit();
    assert.deepEqual((await runAlone()).warnings, []);
    restore();
    assert.equal((await runAlone()).warnings.length, 1);
    assert.deepEqual((await runAlone()).warnings, []);
  });

  it('is compared again when the run that noticed it was killed before it could say so', async (context) => {
    const { runAlone, backUp, edit, restore, stateDir, assertInStep } = createWorld(context);
    await runAlone();
    backUp();
    edit();
    await runAlone();
    restore();
    const cursor = join(stateDir, 'cursor.json');
    cpSync(cursor, `${cursor}.old`);
    await runAlone();
    cpSync(`${cursor}.old`, cursor);
    assert.equal((await runAlone()).warnings.length, 1);
    await assertInStep();
  });
});
