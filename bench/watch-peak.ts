import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const HOOK = pathToFileURL(join(import.meta.dirname, 'write-peak-rss.js'));

/** What a Node program needs in its environment so that `readMb` tells, once it has ended, how much memory it held at most. */
export function watchPeak(file: string): { readonly env: Readonly<Record<string, string>>; readMb(): number } {
  return {
    env: { NODE_OPTIONS: `--import=${HOOK}`, PEAK_RSS_FILE: file },
    readMb: () => Number(readFileSync(file, 'utf8')),
  };
}
