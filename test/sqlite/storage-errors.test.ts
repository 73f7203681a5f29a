import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { IndexMismatchError, StorageError } from '../../src/errors.ts';
import { EVERYTHING } from '../../src/model.ts';
import { SQLITE_SCHEMA } from '../../src/sqlite/schema.ts';
import { createEntry, LEXICAL, openReader, publishEntries, toIds } from '../contract/passage-index-world.ts';
import { createSqliteWorld } from './create-sqlite-world.ts';

const ALL = { scope: EVERYTHING };
const LEMON = [createEntry(1, { texts: ['lemon'] })];

interface Published {
  readonly id: string;
  readonly file: string;
  readonly pointer: string;
}

// One index, and so one reader thread, for all tests; the folder and its generation are new for each of them.
const world = createSqliteWorld();
let now = Date.UTC(2026, 0, 15);
const index = world.open({ now: () => now });
after(() => world.close());

/** Runs a test on a folder with one published generation that nobody has open. */
function withPublished(run: (published: Published) => Promise<void>) {
  return async () => {
    rmSync(world.folder, { recursive: true, force: true });
    now += 1_000;
    const first = world.open({ now: () => now });
    const { id } = (await publishEntries(first, LEXICAL, LEMON)).generation;
    await first.close();
    await run({ id, file: join(world.folder, `${id}.sqlite`), pointer: join(world.folder, 'live.json') });
  };
}

async function rebuild(): Promise<void> {
  await index.generations();
  await publishEntries(index, LEXICAL, LEMON);
  assert.deepEqual(toIds(await (await openReader(index)).stemsTop(['lemon'], 5, ALL)), ['1-0']);
}

const names = (error: Error, ...parts: readonly string[]) =>
  parts.every((part) => error.message.includes(part)) || assert.fail(error.message);

describe('a damaged index', () => {
  const damages: readonly (readonly [string, (published: Published) => void, 'file' | 'pointer'])[] = [
    ['whose file is gone', ({ file }) => rmSync(file), 'file'],
    ['whose file is cut short', ({ file }) => truncateSync(file, statSync(file).size / 2), 'file'],
    ['whose file is empty', ({ file }) => truncateSync(file, 0), 'file'],
    ['whose file is full of other bytes', ({ file }) => writeFileSync(file, 'not a database '.repeat(4_000)), 'file'],
    ["whose file is somebody else's database", ({ file }) => replaceByForeign(file), 'file'],
    ['whose pointer is cut short', ({ pointer }) => truncateSync(pointer, 10), 'pointer'],
    [
      'whose pointer leads out of the folder',
      ({ pointer }) => writePointer(pointer, { generation: '../etc' }),
      'pointer',
    ],
    ['whose pointer is a list', ({ pointer }) => writeFileSync(pointer, '[1]'), 'pointer'],
  ];
  for (const [name, damage, culprit] of damages) {
    it(
      `${name} names the file and the way out, which works`,
      withPublished(async (published) => {
        damage(published);
        await assert.rejects(readAll(), (error: Error) => {
          assert.ok(error instanceof StorageError, String(error));
          return names(error, published[culprit], 'paperless-index --full');
        });
        await rebuild();
      }),
    );
  }

  it(
    'is refused to a writer as well',
    withPublished(async ({ id, file }) => {
      writeFileSync(file, 'not a database '.repeat(4_000));
      await assert.rejects(index.writer(id), { name: 'StorageError', isDamage: true, message: /is damaged.*--full/ });
    }),
  );

  it(
    'that nobody needs goes at the next work: each run warned of it, and a full build left it there for ever',
    withPublished(async ({ id, file, pointer }) => {
      const build = await index.begin(LEXICAL);
      const buildFile = join(world.folder, `${build.id}.sqlite`);
      writeFileSync(buildFile, 'not a database '.repeat(4_000));
      await index.generations();
      assert.ok(existsSync(buildFile), 'looking changes nothing');
      await index.writer(id);
      assert.ok(!existsSync(buildFile));
      writeFileSync(pointer, '[1]');
      writeFileSync(file, 'not a database '.repeat(4_000));
      await rebuild();
      assert.ok(!existsSync(file));
    }),
  );
});

describe('an index of a newer version', () => {
  for (const [name, change] of [
    ['file', ({ file }: Published) => setSchema(file, SQLITE_SCHEMA + 1)],
    ['pointer', ({ pointer }: Published) => writePointer(pointer, { version: 2 })],
  ] as const) {
    it(
      `is left alone, if only its ${name} is newer`,
      withPublished(async (published) => {
        change(published);
        const before = [published.file, published.pointer].map((path) => readFileSync(path));
        const isNewer = (error: Error) => error instanceof IndexMismatchError && names(error, 'newer paperless-rag');
        await assert.rejects(index.reader(), isNewer);
        await assert.rejects(index.generations(), isNewer);
        await assert.rejects(index.writer(published.id), isNewer);
        assert.deepEqual(
          [published.file, published.pointer].map((path) => readFileSync(path)),
          before,
        );
      }),
    );
  }

  it(
    'of an older layout asks for a new build, which works',
    withPublished(async ({ id, file }) => {
      setSchema(file, 0);
      const isOlder = (error: Error) => error instanceof IndexMismatchError && names(error, 'older', '--full');
      await assert.rejects(index.reader(), isOlder);
      await assert.rejects(index.writer(id), isOlder);
      assert.deepEqual(
        (await index.generations()).map(({ state }) => state),
        ['live'],
      );
      await rebuild();
    }),
  );
});

async function readAll(): Promise<void> {
  const reader = await openReader(index);
  await reader.stemsTop(['lemon'], 5, ALL);
  await reader.partsTop(['lemon'], 5, ALL);
  await reader.read(['1-0'], EVERYTHING);
}

function replaceByForeign(file: string): void {
  rmSync(file);
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE photos (id INTEGER)');
  database.close();
}

function setSchema(file: string, version: number): void {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
}

function writePointer(file: string, changes: object): void {
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...changes }));
}
