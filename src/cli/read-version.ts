import { readFileSync } from 'node:fs';

/** The version of this package. */
export function readVersion(): string {
  // Safe: our own package.json, two folders up from src/cli and dist/cli alike.
  const file = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return file.version;
}
