import assert from 'node:assert/strict';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import { createEntry, LEXICAL, openReader, publishEntries } from '../contract/passage-index-world.ts';
import { createSqliteWorld, type SqliteWorld } from './create-sqlite-world.ts';

const ALL = { scope: EVERYTHING };
const LEMON = createEntry(1, { texts: ['lemon'] });
const MELON = createEntry(2, { texts: ['melon'] });
const REPLACED = { name: 'StorageError', message: /was removed or replaced while it was being written/ };

describe('the file of a generation', () => {
  let world: SqliteWorld;
  beforeEach(() => {
    world = createSqliteWorld();
  });
  afterEach(() => world.close());

  it('that is replaced by a backup of the same generation is opened anew: a reader went on with the old one', async () => {
    const first = world.open();
    const { generation } = await publishEntries(first, LEXICAL, [LEMON]);
    await first.close();
    const file = join(world.folder, `${generation.id}.sqlite`);
    copyFileSync(file, `${file}.backup`);
    const second = world.open();
    await (await second.writer(generation.id)).replace([MELON]);
    await second.close();
    const reader = await openReader(world.open());
    assert.equal((await reader.stemsTop(['lemon', 'melon'], 5, ALL)).length, 2);
    for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    renameSync(`${file}.backup`, file);
    assert.equal((await reader.stemsTop(['lemon', 'melon'], 5, ALL)).length, 1);
  });

  for (const [name, write] of [
    ['replacing', (writer) => writer.replace([MELON])],
    ['removing', (writer) => writer.remove([1])],
    ['writing names', async (writer) => writer.setNames(await writer.names())],
    ['finishing', (writer) => writer.finish()],
  ] as const satisfies readonly (readonly [string, (writer: Writer) => Promise<void>])[]) {
    it(`that vanishes in mid-run makes ${name} an error: rows went to a file without a name`, async () => {
      const { writer } = await publishEntries(world.open(), LEXICAL, [LEMON]);
      rmSync(world.folder, { recursive: true });
      await assert.rejects(write(writer), REPLACED);
    });
  }
});

type Writer = Awaited<ReturnType<typeof publishEntries>>['writer'];
