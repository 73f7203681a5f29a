import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { toStorageError } from './storage-error.ts';
import { syncPath } from './sync-path.ts';

/**
 * Replaces a file in one step: a reader, and a machine that loses power, see the old content or the new one.
 * Throws `StorageError`; the old file is intact then.
 */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  // One fixed name: there is one writer at a time, and a crash leaves no litter behind.
  const temporary = `${path}.new`;
  try {
    const file = openSync(temporary, 'w', 0o600);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    // Without it the new name itself may be lost when the power goes.
    syncPath(dirname(path));
  } catch (error) {
    throw toStorageError(error, path);
  }
}
