import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from './operation.ts';

/** What `npm run openapi:update` has prepared. */
export function loadOperations(): readonly Operation[] {
  // Safe: a test compares the file with what the description gives.
  return JSON.parse(readFileSync(join(import.meta.dirname, 'operations.json'), 'utf8')) as Operation[];
}
