import { dirname } from 'node:path';
import { StorageError, UnavailableError } from '../errors.ts';

/** The end of sentences about a file that holds no usable index. */
export const REBUILD = 'run `paperless-index --full` to build a new one';

// Primary result codes, https://sqlite.org/rescode.html
const BUSY = [5, 6];
const FULL = [13];
const DAMAGED = [11, 26];
const FORBIDDEN = [3, 8, 23];
const UNREADABLE = [10, 14, 15, 22];
const SYSTEM = {
  full: ['ENOSPC', 'EDQUOT'],
  forbidden: ['EACCES', 'EPERM', 'EROFS'],
  unreadable: ['ENOENT', 'EIO', 'ENOTDIR', 'EISDIR', 'EEXIST', 'EMFILE', 'ENFILE', 'ELOOP', 'ENAMETOOLONG'],
};

/** Runs `work` on `file`; what SQLite or the file system throw comes out as one of our classes, with its cause. */
export function withStorageErrors<T>(file: string, work: () => T, folder = dirname(file)): T {
  try {
    return work();
  } catch (error) {
    throw toStorageError(error, file, folder);
  }
}

/** The same for work on the folder itself. */
export function withFolderErrors<T>(folder: string, work: () => T): T {
  return withStorageErrors(folder, work, folder);
}

/** True for a translated error that says the file is damaged or none of SQLite's. */
export function isDamaged(error: unknown): boolean {
  return error instanceof StorageError && DAMAGED.includes(toPrimary(error.cause));
}

/** Translates errors of SQLite and the file system; anything else (ours, or a bug) comes back unchanged. */
function toStorageError(error: unknown, file: string, folder: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown }; // Safe: it may be missing.
  const primary = toPrimary(error);
  const is = (numbers: readonly number[], names: readonly string[] = []) =>
    numbers.includes(primary) || (typeof code === 'string' && names.includes(code));
  const storage = (message: string) => new StorageError(message, { cause: error });
  if (is(BUSY))
    return new UnavailableError('index', `Another program is writing to the index in ${folder}. Try again later.`, {
      cause: error,
    });
  if (is(FULL, SYSTEM.full))
    return storage(`The disk of ${folder} is full. Free some space and try again; what was stored before is intact.`);
  if (is(FORBIDDEN, SYSTEM.forbidden))
    return storage(`${folder} may not be read or written. Give this user the folder (mode 0700) and try again.`);
  if (is(DAMAGED)) return storage(`${file} is damaged or not an index: ${REBUILD}.`);
  if (is(UNREADABLE, SYSTEM.unreadable))
    return storage(
      `${file} cannot be opened or read. Check that ${folder} exists and its disk is well, or ${REBUILD}.`,
    );
  return error;
}

function toPrimary(error: unknown): number {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }; // Safe: both may be missing.
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : -1;
}
