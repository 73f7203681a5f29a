import type { Operation } from '../../src/openapi/operation.ts';
import { selectOperations } from '../../src/openapi/select-operations.ts';

/** What is offered when nothing is set. */
export function selectEveryday(operations: readonly Operation[]): readonly Operation[] {
  return selectOperations(operations, { toolsets: [], tools: [], excluded: [], isReadOnly: false, mayDelete: true });
}
