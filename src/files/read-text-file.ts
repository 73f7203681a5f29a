import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { readErrorCode, StorageError } from '../errors.ts';
import { toStorageError } from './storage-error.ts';

/**
 * A small file of ours; undefined when there is none. Throws `StorageError`: with a cause when the system can't read it,
 * without one when it is no file at all. Never waits: a pipe in its place would, for ever.
 */
export function readTextFile(path: string): string | undefined {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!fstatSync(descriptor).isFile())
        throw new StorageError(`${path} is not a file. Move it away, then run this again.`);
      return readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined;
    throw toStorageError(error, path);
  }
}
