import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A folder in memory where there is one, for tests that write small files hundreds of times, each time for good. */
export function fastTmpdir(): string {
  return existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
}
