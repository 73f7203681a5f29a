import { readErrorCode, StorageError } from '../errors.ts';

const FORBIDDEN =
  'permission denied. Run this as the user who owns the folder (mode 0700), or set STATE_DIR to another one.';
const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space and run this again; what was stored before is intact.',
  EDQUOT: 'the disk quota is used up. Free some space and run this again; what was stored before is intact.',
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: 'the file system is read-only. Set STATE_DIR to a folder that can be written.',
  ENOENT: 'the folder is gone or cannot be created. Create it, or set STATE_DIR to another one.',
  ENOTDIR: 'it, or a part of its path, is a file. Set STATE_DIR to a folder.',
  EEXIST: 'it, or a part of its path, is a file. Set STATE_DIR to a folder.',
};

/** What the file system said about `path` as a `StorageError` with advice; anything else (a bug, an abort) unchanged. */
export function toStorageError(error: unknown, path: string): unknown {
  const code = readErrorCode(error);
  if (code === undefined || !(error instanceof Error && 'syscall' in error)) return error;
  const advice = ADVICE[code] ?? `the system says ${code}. Check the disk, then run this again.`;
  return new StorageError(`${path} cannot be used: ${advice}`, { cause: error });
}
