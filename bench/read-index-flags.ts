import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '..', 'src', 'bin', 'paperless-index.js');

/** The flags that the installed paperless-index starts Node with: they stand in its first line. */
export function readIndexFlags(): string[] {
  const [first = ''] = readFileSync(PROGRAM, 'utf8').split('\n', 1);
  return first.split(' ').filter((word) => word.startsWith('--'));
}
