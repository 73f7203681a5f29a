import { closeSync, openSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { StorageError, UnavailableError } from '../errors.ts';
import { readFileIdentity } from '../files/file-identity.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { toStorageError } from '../files/storage-error.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import { prepareStateDir } from './cursor-file.ts';

const holder = z.object({ pid: z.int(), started_at: z.string(), doing: z.string() });

/** Who is at work. */
export type LockHolder = z.output<typeof holder>;

export interface Lock {
  /** Throws `StorageError` when the lock file is gone or another one: then somebody else may hold that. */
  assertHeld(): void;
  release(): void;
}

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** Long enough for somebody who only looks who is at work. */
const PATIENCE_MS = 250;

/**
 * Takes the writer's lock of a state folder, until `release` or the end of the process, however that comes.
 * Throws `UnavailableError('lock')` that says who holds it, or `StorageError`.
 */
export function acquireLock(stateDir: string, self: LockHolder): Lock {
  prepareStateDir(stateDir);
  const database = openExclusively(stateDir);
  const path = toLockPath(stateDir);
  const identity = readFileIdentity(path);
  const isInPlace = () => readFileIdentity(path) === identity;
  try {
    writeAtomically(toHolderPath(stateDir), `${JSON.stringify(self)}\n`);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    assertHeld() {
      if (isInPlace()) return;
      throw new StorageError(
        `${stateDir} was removed or replaced while it was being written. Nothing written since then is kept: run this again.`,
      );
    },
    release() {
      if (isInPlace()) rmSync(toHolderPath(stateDir), { force: true });
      database.close();
    },
  };
}

/** Who holds the lock right now; undefined when nobody does. Changes nothing and creates nothing. */
export function readLockHolder(stateDir: string): LockHolder | undefined {
  let database: DatabaseSync;
  try {
    database = openLock(stateDir, true);
  } catch {
    // Never locked yet, or not ours to look into.
    return undefined;
  }
  try {
    database.exec('BEGIN; SELECT 1 FROM sqlite_schema; ROLLBACK');
    return undefined;
  } catch (error) {
    if (!isBusy(error)) return undefined;
    return readHolderFile(stateDir) ?? { pid: 0, started_at: '', doing: 'unknown' };
  } finally {
    database.close();
  }
}

function openExclusively(stateDir: string, isRepaired = false): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = openLock(stateDir, false);
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error))
      throw new UnavailableError('lock', `${describeHolder(readHolderFile(stateDir))}. Wait until it has finished.`, {
        cause: error,
      });
    if (isRepaired || !isNoDatabase(error)) throw toLockError(error, toLockPath(stateDir));
    repairLock(toLockPath(stateDir));
    return openExclusively(stateDir, true);
  }
}

function openLock(stateDir: string, readOnly: boolean): DatabaseSync {
  const path = toLockPath(stateDir);
  // SQLite would wait for the other end of a pipe.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new StorageError(`${path} is not a file.`);
  // A transaction of SQLite is a lock that dies with its holder, also after kill -9; Node has no flock.
  return new DatabaseSync(path, { readOnly, timeout: readOnly ? 0 : PATIENCE_MS });
}

/** Empties a lock file that is no database: it holds no data. Not removed, so that a lock taken meanwhile stays the same file. */
function repairLock(path: string): void {
  try {
    truncateSync(path);
  } catch (error) {
    throw toStorageError(error, path);
  }
}

function toLockPath(stateDir: string): string {
  return join(stateDir, 'lock.sqlite');
}

function toHolderPath(stateDir: string): string {
  return join(stateDir, 'lock.json');
}

function readHolderFile(stateDir: string): LockHolder | undefined {
  try {
    return holder.parse(JSON.parse(readTextFile(toHolderPath(stateDir)) ?? ''));
  } catch {
    // The other one has the lock but hasn't written its name yet, or has just left.
    return undefined;
  }
}

function describeHolder(other: LockHolder | undefined): string {
  if (other === undefined) return 'Another paperless-index is at work';
  return `Another paperless-index is at work (${other.doing}, process ${other.pid}, since ${other.started_at})`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** Not a database, or a damaged one. A held lock would have been busy. */
function isNoDatabase(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && [SQLITE_CORRUPT, SQLITE_NOTADB].includes(Number(error.errcode))
  );
}

/** What stands in the way: SQLite says only that it can't, so the system is asked. */
function toLockError(error: unknown, path: string): unknown {
  try {
    readTextFile(path);
    closeSync(openSync(path, 'a', 0o600));
  } catch (reason) {
    return toStorageError(reason, path);
  }
  return new StorageError(`${path} cannot be locked. Move it away, then run this again.`, { cause: error });
}
