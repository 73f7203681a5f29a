import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createScriptedEmbedder } from '../fakes/scripted-embedder.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { createSyncWorld } from './sync-world.ts';

describe('a dry run', () => {
  it('writes nothing at all before the first run', async (context) => {
    const { library, run, stateDir } = createSyncWorld(context);
    library.add({ content: 'text' });
    const { embedded, dry_run, published } = await run({ isDryRun: true });
    assert.deepEqual([embedded, dry_run, published], [1, true, false]);
    assert.deepEqual(readdirSync(stateDir), []);
  });

  it('says what would happen, embeds nothing and leaves index and cursor alone', async (context) => {
    const { library, run, deps, stateDir, index, indexed } = createSyncWorld(context);
    const { embedder, texts } = createScriptedEmbedder();
    deps.embedder = embedder;
    for (let id = 1; id <= 4; id += 1) library.add({ id, content: `text ${id}` });
    await run();
    const cursor = readFileSync(join(stateDir, 'cursor.json'), 'utf8');
    const embeddedBefore = texts.length;
    library.trash(1);
    library.edit(2, { content: 'new' });
    library.edit(3, { tags: [4] });
    library.add({ id: 5 });
    const { removed, embedded, metadata_only } = await run({ isDryRun: true });
    assert.deepEqual({ removed, embedded, metadata_only }, { removed: 1, embedded: 2, metadata_only: 1 });
    assert.equal(texts.length, embeddedBefore);
    assert.equal(readFileSync(join(stateDir, 'cursor.json'), 'utf8'), cursor);
    assert.deepEqual(await indexed(), [1, 2, 3, 4]);
    assert.equal((await index.generations()).length, 1);
  });

  it('logged "run finished" with what was embedded, like a real one: the line says that it is none', async (context) => {
    const { library, run, deps } = createSyncWorld(context);
    const lines: object[] = [];
    deps.log = { ...SILENT_LOG, info: (fields) => void lines.push(fields) };
    library.add();
    await run({ isDryRun: true });
    await run();
    assert.deepEqual(
      lines.map((fields) => 'dry_run' in fields && fields.dry_run),
      [true, false],
    );
  });

  it('says that a full build would index everything', async (context) => {
    const { library, run } = createSyncWorld(context);
    for (let id = 1; id <= 4; id += 1) library.add({ id });
    await run();
    assert.equal((await run({ mode: 'full', isDryRun: true })).embedded, 4);
  });

  it('takes no lock and needs no state folder', async (context) => {
    const { library, run, deps } = createSyncWorld(context);
    library.add();
    deps.stateDir = join(deps.stateDir, 'nowhere');
    await run({ isDryRun: true, mode: 'reconcile' });
    assert.ok(!existsSync(deps.stateDir));
  });
});
