import { closeSync, fsyncSync, openSync } from 'node:fs';

/**
 * Makes a file, or the names in a folder, survive a power failure. Not for a file that SQLite has open: closing it drops
 * all locks this process holds on it.
 */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
