import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { watchPeak } from './watch-peak.ts';

/** Fills an index in a process that does nothing else, and returns the megabytes it held at most. */
export async function fillApart(folder: string, documents: number, dimensions: number): Promise<number> {
  const program = join(import.meta.dirname, 'fill-index.ts');
  const peak = watchPeak(join(folder, 'peak'));
  // The flag that paperless-index starts itself with.
  const flags = ['--max-semi-space-size=16', program, join(folder, 'index'), `${documents}`, `${dimensions}`];
  await promisify(execFile)(process.execPath, flags, { env: { ...process.env, ...peak.env } });
  return peak.readMb();
}
