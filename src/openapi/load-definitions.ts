import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Definition } from './definition.ts';

/** The tools that `npm run openapi:update` has prepared. */
export function loadDefinitions(): readonly Definition[] {
  // Safe: a test compares the file with what the description gives.
  return JSON.parse(readFileSync(join(import.meta.dirname, 'definitions.json'), 'utf8')) as Definition[];
}
