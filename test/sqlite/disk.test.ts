import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { StorageError } from '../../src/errors.ts';
import { EVERYTHING } from '../../src/model.ts';
import type { IndexEntry, PassageReader, PassageWriter } from '../../src/ports.ts';
import { SqlitePassageIndex } from '../../src/sqlite/sqlite-passage-index.ts';
import { createEntry, LEXICAL, openReader, publishEntries } from '../contract/passage-index-world.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { createSqliteWorld } from './create-sqlite-world.ts';

const ALL = { scope: EVERYTHING };

/** A small file system in memory, or why there is none. */
function mountSmallDisk(): { folder: string } | { problem: string } {
  const folder = mkdtempSync(join(tmpdir(), 'paperless-rag-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { encoding: 'utf8' });
  if (mounted.status === 0) return { folder };
  rmSync(folder, { recursive: true });
  return { problem: `needs to mount a tmpfs: ${mounted.error?.message ?? mounted.stderr.trim()}` };
}

const disk = mountSmallDisk();

describe('a full disk', { skip: 'problem' in disk && disk.problem }, () => {
  const root = 'folder' in disk ? disk.folder : '';
  const ballast = join(root, 'ballast');
  let index: SqlitePassageIndex;
  let writer: PassageWriter;
  let reader: PassageReader;
  before(async () => {
    writeFileSync(ballast, Buffer.alloc(4_000_000));
    index = new SqlitePassageIndex({ folder: join(root, 'index'), log: SILENT_LOG, now: Date.now });
    ({ writer } = await publishEntries(index, LEXICAL, [createBigEntry(1)]));
    reader = await openReader(index);
  });
  after(async () => {
    await index.close();
    spawnSync('umount', [root]);
    rmSync(root, { recursive: true });
  });

  it('stops writing with an error that says so, keeps the last state, and goes on once there is space', async () => {
    let written = 1;
    const fill = async () => {
      for (; written < 500; written += 1) await writer.replace([createBigEntry(written + 1)]);
    };
    await assert.rejects(fill(), isFull);
    const check = async () => {
      assert.equal(await reader.countDocuments(ALL), written);
      assert.equal((await reader.stemsTop(['lemon'], 1_000, ALL)).length, written);
    };
    await check();
    await assert.rejects(writer.replace([createBigEntry(written + 1)]), isFull);

    const pointer = join(root, 'index', 'live.json');
    const before = readFileSync(pointer, 'utf8');
    await assert.rejects(publishEntries(index, LEXICAL, [createBigEntry(1), createBigEntry(2)]), isFull);
    assert.equal(readFileSync(pointer, 'utf8'), before);
    await check();

    rmSync(ballast);
    await writer.replace([createBigEntry(written + 1)]);
    written += 1;
    await writer.finish();
    await check();
  });

  function isFull(error: Error): boolean {
    assert.ok(error instanceof StorageError, String(error));
    assert.match(error.message, /full.*Free some space/);
    return error.message.includes(join(root, 'index'));
  }
});

describe('a folder that another user owns', () => {
  const world = createSqliteWorld();
  before(async () => {
    const index = world.open();
    await publishEntries(index, LEXICAL, [createBigEntry(1)]);
    await index.close();
  });
  after(() => world.close());

  const refusals: readonly (readonly [string, (index: SqlitePassageIndex) => Promise<unknown>])[] = [
    ['reading', async (index) => (await openReader(index)).stats()],
    ['writing', async (index) => (await index.writer('20260115t120000000')).remove([1])],
    ['beginning', (index) => index.begin(LEXICAL)],
  ];
  for (const [mode, kind] of [
    [0o000, 'may not enter'],
    [0o500, 'may only read'],
  ] as const) {
    for (const [name, attempt] of refusals) {
      it(`is refused with its name for ${name} where this user ${kind}`, async () => {
        await asOrdinaryUser(world.folder, mode, async () => {
          await assert.rejects(attempt(world.open()), (error: Error) => {
            assert.ok(error instanceof StorageError, String(error.stack));
            return error.message.includes(world.folder);
          });
        });
      });
    }
  }

  it('is refused when only the live file may not be read: it counted as absent, and everything was indexed again', async () => {
    const file = join(world.folder, '20260115t120000000.sqlite');
    chmodSync(join(world.folder, 'live.json'), 0o644);
    chmodSync(file, 0o000);
    await asOrdinaryUser(world.folder, 0o700, () =>
      assert.rejects(world.open().generations(), (error: Error) => {
        assert.ok(error instanceof StorageError, String(error));
        assert.match(error.message, /cannot be opened.*Give this user/);
        return error.message.includes(file);
      }),
    );
    chmodSync(file, 0o600);
  });
});

/** Root may do anything, so it becomes nobody for a while; the folder's modes are those of the others then. */
async function asOrdinaryUser(folder: string, mode: number, run: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  chmodSync(join(folder, '..'), 0o755);
  chmodSync(folder, isRoot ? mode | (mode >> 3) | (mode >> 6) : mode);
  if (isRoot) process.seteuid?.(65_534);
  try {
    await run();
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(folder, 0o700);
  }
}

/** About 30 KB, of words that don't repeat. */
function createBigEntry(id: number): IndexEntry {
  const words = Array.from({ length: 1_000 }, (_, index) => `w${id * 1_000 + index}`);
  return createEntry(id, { texts: [`lemon ${words.join(' ')}`] });
}
