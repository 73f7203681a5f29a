import { dirname } from 'node:path';
import { StorageError, UnavailableError } from '../errors.ts';
import { toStorageError } from '../files/storage-error.ts';

/** The end of sentences about a file that holds no usable index. */
export const REBUILD = 'run `paperless-index --full` to build a new one';

// Primary result codes, https://sqlite.org/rescode.html
const BUSY = [5, 6];
const FULL = [13];
const DAMAGED = [11, 26];
const FORBIDDEN = [3, 8, 23];
const UNOPENED = [14];
const UNREADABLE = [10, 15, 22];

/** Runs `work` on `file`; what SQLite or the file system throw comes out as one of our classes, with its cause. */
export function withStorageErrors<T>(file: string, work: () => T, folder = dirname(file)): T {
  try {
    return work();
  } catch (error) {
    throw toIndexError(error, file, folder);
  }
}

/** `withStorageErrors` for work on the folder itself. */
export function withFolderErrors<T>(folder: string, work: () => T): T {
  return withStorageErrors(folder, work, folder);
}

/** Whether the file may be as good as ever, and only this process can't open it. */
export function isClosedToUs({ cause }: StorageError): boolean {
  return [...FORBIDDEN, ...UNOPENED].includes(toPrimary(cause));
}

/** Translates errors of SQLite and the file system; anything else (ours, or a bug) comes back unchanged. */
function toIndexError(error: unknown, file: string, folder: string): unknown {
  const primary = toPrimary(error);
  const storage = (message: string) => new StorageError(message, { cause: error });
  if (BUSY.includes(primary))
    return new UnavailableError('index', `Another program is writing to the index in ${folder}. Try again later.`, {
      cause: error,
    });
  if (FULL.includes(primary))
    return storage(`The disk of ${folder} is full. Free some space and try again; what was stored before is intact.`);
  if (FORBIDDEN.includes(primary))
    return storage(`${folder} may not be read or written. Give this user the folder (mode 0700) and try again.`);
  if (DAMAGED.includes(primary))
    return new StorageError(`${file} is damaged or not an index: ${REBUILD}.`, { cause: error, isDamage: true });
  if (UNOPENED.includes(primary))
    return storage(`${file} cannot be opened. Give this user the file and ${folder} (mode 0700), and try again.`);
  if (UNREADABLE.includes(primary))
    return storage(`${file} cannot be opened or read. Check that ${folder} exists and its disk works, or ${REBUILD}.`);
  return toStorageError(error, file);
}

function toPrimary(error: unknown): number {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }; // Safe: both may be missing.
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode & 0xff : -1;
}
