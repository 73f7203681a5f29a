import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import { createEntry, LEXICAL, openReader, publishEntries } from '../contract/passage-index-world.ts';
import { createSqliteWorld, type SqliteWorld } from './create-sqlite-world.ts';

const ALL = { scope: EVERYTHING };
const LEMON = [createEntry(1, { texts: ['lemon'] })];

function inWorld(run: (world: SqliteWorld) => Promise<void>) {
  return async () => {
    const world = createSqliteWorld();
    try {
      await run(world);
    } finally {
      await world.close();
    }
  };
}

const listFiles = ({ folder }: SqliteWorld) => readdirSync(folder).sort();
const listGenerations = (world: SqliteWorld) => listFiles(world).filter((name) => name.endsWith('.sqlite'));

describe('the files of the index', () => {
  it(
    'are readable by nobody else',
    inWorld(async (world) => {
      await publishEntries(world.open(), LEXICAL, LEMON);
      await openReader(world.open());
      assert.equal(statSync(world.folder).mode & 0o777, 0o700);
      for (const name of listFiles(world)) assert.equal(statSync(join(world.folder, name)).mode & 0o777, 0o600, name);
    }),
  );

  it(
    'are one per generation and a pointer, named by the time they were begun',
    inWorld(async (world) => {
      const index = world.open();
      await publishEntries(index, LEXICAL, LEMON);
      const { id } = await index.begin(LEXICAL);
      await index.close();
      assert.equal(id, '20260115t120000001');
      assert.deepEqual(listFiles(world), ['20260115t120000000.sqlite', '20260115t120000001.sqlite', 'live.json']);
      const pointer = JSON.parse(readFileSync(join(world.folder, 'live.json'), 'utf8'));
      assert.deepEqual(pointer, { version: 1, generation: '20260115t120000000', retired: [] });
    }),
  );

  it(
    'of a former generation stay while somebody reads them, and go with the next writer after that',
    inWorld(async (world) => {
      const index = world.open();
      const { generation: first } = await publishEntries(index, LEXICAL, LEMON);
      const reader = await openReader(world.open());
      assert.equal((await reader.stats()).passages, 1);
      const { generation: second } = await publishEntries(index, LEXICAL, LEMON);
      assert.deepEqual(listGenerations(world), [`${first.id}.sqlite`, `${second.id}.sqlite`]);
      assert.deepEqual(
        (await index.generations()).map(({ id }) => id),
        [second.id],
        'it is no build to be resumed',
      );

      assert.equal((await reader.stats()).passages, 1, 'the reader follows');
      await world.open().writer(second.id);
      assert.deepEqual(listGenerations(world), [`${second.id}.sqlite`]);
      assert.deepEqual(
        listFiles(world).filter((name) => name.startsWith(first.id)),
        [],
      );
    }),
  );

  it(
    'of a former generation go at once when nobody reads them',
    inWorld(async (world) => {
      const index = world.open();
      await publishEntries(index, LEXICAL, LEMON);
      const { generation } = await publishEntries(index, LEXICAL, LEMON);
      await index.close();
      assert.deepEqual(listFiles(world), [`${generation.id}.sqlite`, 'live.json']);
    }),
  );

  it(
    'that a crash left unfinished are cleared away by the next build',
    inWorld(async (world) => {
      const index = world.open();
      const { generation } = await publishEntries(index, LEXICAL, LEMON);
      const debris = [
        '20250101t000000000.sqlite-new',
        '20250101t000000000.sqlite-wal',
        '20250101t000000000.sqlite-shm',
      ];
      for (const name of debris) writeFileSync(join(world.folder, name), 'x');
      writeFileSync(join(world.folder, 'notes.txt'), 'not ours');
      const building = await index.begin(LEXICAL);
      await index.close();
      assert.deepEqual(
        listFiles(world),
        [`${generation.id}.sqlite`, `${building.id}.sqlite`, 'live.json', 'notes.txt'].sort(),
      );
    }),
  );

  it(
    'are shared by a reader and a writer that never wait for each other',
    inWorld(async (world) => {
      const { writer, generation } = await publishEntries(world.open(), LEXICAL, LEMON);
      const reader = await openReader(world.open());
      const other = new DatabaseSync(join(world.folder, `${generation.id}.sqlite`), { readOnly: true });
      other.exec('BEGIN');
      assert.equal(other.prepare('SELECT count(*) AS n FROM passages').get()?.n, 1);
      await writer.replace([createEntry(2, { texts: ['lemon'] })]);
      assert.equal((await reader.stemsTop(['lemon'], 5, ALL)).length, 2);
      assert.equal(
        other.prepare('SELECT count(*) AS n FROM passages').get()?.n,
        1,
        'an open transaction sees its own time',
      );
      other.close();
    }),
  );

  it(
    'of a lost pointer are builds to be resumed, not lost work',
    inWorld(async (world) => {
      const { generation } = await publishEntries(world.open(), LEXICAL, LEMON);
      rmSync(join(world.folder, 'live.json'));
      const index = world.open();
      assert.equal(await index.reader(), undefined);
      assert.deepEqual(await index.generations(), [{ ...generation, state: 'building' }]);
      await index.publish(generation.id);
      assert.equal((await (await openReader(index)).stemsTop(['lemon'], 5, ALL)).length, 1);
    }),
  );
});

describe('the vocabulary of a live generation', () => {
  it(
    'holds new words before the run is finished',
    inWorld(async (world) => {
      const { writer } = await publishEntries(world.open(), LEXICAL, LEMON);
      const reader = await openReader(world.open());
      await writer.replace([createEntry(2, { texts: ['lemonade'] })]);
      assert.deepEqual(await reader.vocabulary({ kind: 'starts', text: 'lem' }, 5), ['lemon', 'lemonad']);
      assert.deepEqual(await reader.frequencies(['lemonad']), new Map([['lemonad', 1]]));
    }),
  );

  it(
    'is refreshed by the next run when one was killed before its end',
    inWorld(async (world) => {
      const first = world.open();
      const { writer, generation } = await publishEntries(first, LEXICAL, LEMON);
      await writer.replace([createEntry(1, { texts: ['melon'] })]);
      await first.close();
      const reader = await openReader(world.open());
      assert.deepEqual(await reader.vocabulary({ kind: 'starts', text: 'lemo' }, 5), ['lemon'], 'a word that is gone');
      await (await world.open().writer(generation.id)).finish();
      assert.deepEqual(await reader.vocabulary({ kind: 'starts', text: 'lemo' }, 5), []);
    }),
  );
});
