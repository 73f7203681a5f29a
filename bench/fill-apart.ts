import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readIndexFlags } from './read-index-flags.ts';
import { watchPeak } from './watch-peak.ts';

/** Fills an index in a process that does nothing else, and returns the megabytes it held at most. */
export async function fillApart(folder: string, documents: number, dimensions: number): Promise<number> {
  const program = join(import.meta.dirname, 'fill-index-program.ts');
  const peak = watchPeak(join(folder, 'peak'));
  const flags = [...readIndexFlags(), program, join(folder, 'index'), `${documents}`, `${dimensions}`];
  await promisify(execFile)(process.execPath, flags, { env: { ...process.env, ...peak.env } });
  return peak.readMb();
}
