import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

export type Program =
  | 'docs-search-mcp'
  | 'paperless-ask'
  | 'paperless-index'
  | 'paperless-mcp'
  | 'paperless-search-mcp';

/** The file of a program as it is installed. */
export function toBinPath(program: Program): string {
  return join(DIST, 'bin', `${program}.js`);
}

/** Builds `dist` unless it is newer than every source file. */
export async function ensureBuilt(): Promise<void> {
  // Copied last, and not at all where compiling failed.
  const builtAt = statSync(join(DIST, 'web', 'public'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = globSync('src/**/*', { cwd: ROOT }).map((file) => statSync(join(ROOT, file)).mtimeMs);
  if (Math.max(...sources) > builtAt) await promisify(execFile)('npm', ['run', 'build'], { cwd: ROOT });
}
