import type { Operation } from './operation.ts';

/** The text of operations.json: one line per operation, so that a diff shows which ones changed. */
export function renderOperations(operations: readonly Operation[]): string {
  return `[\n${operations.map((operation) => JSON.stringify(operation)).join(',\n')}\n]\n`;
}
