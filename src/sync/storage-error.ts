import { StorageError } from '../errors.ts';

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and run this again',
  EDQUOT: 'the disk quota is used up; free some space and run this again',
  EACCES: 'permission denied; run this as the user who owns the folder, or set STATE_DIR to another one',
  EPERM: 'permission denied; run this as the user who owns the folder, or set STATE_DIR to another one',
  EROFS: 'the file system is read-only; set STATE_DIR to a folder that can be written',
  ENOENT: 'the folder is gone; create it again or set STATE_DIR to another one',
  ENOTDIR: 'a part of the path is a file; set STATE_DIR to a folder',
};

/** What the file system said about `path` as a `StorageError` with advice; anything else (a bug, an abort) unchanged. */
export function toStorageError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return error;
  const code = String(error.code);
  return new StorageError(`${path} cannot be used: ${ADVICE[code] ?? `the system says ${code}`}`, { cause: error });
}
