import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqlitePassageIndex, type SqlitePassageIndexOptions } from '../../src/sqlite/sqlite-passage-index.ts';
import type { IndexWorld } from '../contract/passage-index-world.ts';

/** A file system in memory, where Linux has one: the store waits for the disk at every commit. */
const MEMORY = '/dev/shm';

export interface SqliteWorld extends IndexWorld {
  readonly folder: string;
  /** What was logged, by level. */
  readonly logged: readonly { level: 'warn' | 'debug'; fields: object; message: string }[];
  open(options?: Partial<SqlitePassageIndexOptions>): SqlitePassageIndex;
}

/** Indexes in a temporary folder. The clock stands: generations of one moment must differ all the same. */
export function createSqliteWorld(): SqliteWorld {
  const parent = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'paperless-rag-index-'));
  const folder = join(parent, 'index');
  const opened: SqlitePassageIndex[] = [];
  const logged: { level: 'warn' | 'debug'; fields: object; message: string }[] = [];
  const log = {
    warn: (fields: object, message: string) => void logged.push({ level: 'warn', fields, message }),
    debug: (fields: object, message: string) => void logged.push({ level: 'debug', fields, message }),
  };
  return {
    folder,
    logged,
    open: (options = {}) => {
      const index = new SqlitePassageIndex({ folder, log, now: () => Date.UTC(2026, 0, 15, 12), ...options });
      opened.push(index);
      return index;
    },
    close: async () => {
      for (const index of opened) await index.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}
