import { statSync } from 'node:fs';

/**
 * Which file has this name right now; undefined when none has. Another one than before means that it was replaced: a file
 * that is still open keeps its number. Doesn't open it, so locks held on it stay.
 */
export function readFileIdentity(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}-${stats.ino}`;
}
