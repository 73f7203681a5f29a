import assert from 'node:assert/strict';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { StorageError } from '../../src/errors.ts';
import { createEntry, LEXICAL, openReader, publishEntries } from '../contract/passage-index-world.ts';
import { createSqliteWorld, type SqliteWorld } from './create-sqlite-world.ts';

const LEMON = [createEntry(1, { texts: ['lemon'] })];

describe('files in the folder of the index', () => {
  let world: SqliteWorld;
  beforeEach(() => {
    world = createSqliteWorld();
  });
  afterEach(() => world.close());

  async function publishAndClose(): Promise<string> {
    const index = world.open();
    const { generation } = await publishEntries(index, LEXICAL, LEMON);
    await index.close();
    return generation.id;
  }
  const toFile = (name: string) => join(world.folder, `${name}.sqlite`);

  it('that are copies of a generation are no builds: they were adopted and published', async () => {
    const id = await publishAndClose();
    const copies = [`${id}.bak`, `${id}_copy`, 'backup', 'x-y', '20250101t000000000'];
    for (const name of copies) copyFileSync(toFile(id), toFile(name));
    const index = world.open();
    assert.deepEqual(
      (await index.generations()).map((generation) => generation.id),
      [id],
    );
    const { generation } = await publishEntries(index, LEXICAL, LEMON);
    assert.equal((await openReader(index)).generation.id, generation.id);
    for (const name of copies) assert.ok(existsSync(toFile(name)), 'left alone');
    const mentioned = world.logged.filter(({ level }) => level === 'debug').map(({ fields }) => fields);
    for (const name of copies)
      assert.deepEqual(
        mentioned.find((fields) => 'file' in fields && fields.file === name),
        { file: name },
      );
    assert.ok(!world.logged.some(({ level }) => level === 'warn'));
    await assert.rejects(index.writer('20250101t000000000'), (error: Error) => {
      assert.ok(error instanceof StorageError);
      return error.message.includes(`is a copy of ${id}.sqlite`);
    });
  });

  it('two of them beside a damaged pointer do not keep a full build from its work', async () => {
    const id = await publishAndClose();
    const index = world.open();
    const { id: building } = await index.begin(LEXICAL);
    writeFileSync(join(world.folder, 'live.json'), '{"vers');
    assert.deepEqual(
      (await index.generations()).map(({ state }) => state),
      ['building', 'building'],
    );
    await index.discard(id);
    await index.publish(building);
    assert.equal((await openReader(world.open())).generation.id, building);
  });
});
