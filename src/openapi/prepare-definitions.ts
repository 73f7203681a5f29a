import { defineOperation } from './define-operation.ts';
import type { Definition } from './definition.ts';
import type { Operation } from './operation.ts';
import { toAnnotations } from './traits.ts';
import { withoutDeleting } from './without-deleting.ts';

/** The tools of prepared operations, in their order. */
export function prepareDefinitions(operations: readonly Operation[]): Definition[] {
  return operations.map((operation) => {
    const { name, method, path, toolset, isDeprecated } = operation;
    const { description, inputSchema } = defineOperation(operation);
    const { inputSchema: narrowed } = defineOperation(withoutDeleting(operation));
    return {
      name,
      method,
      path,
      toolset,
      ...(isDeprecated && { isDeprecated }),
      listed: { name, description, inputSchema, annotations: toAnnotations(operation) },
      ...(JSON.stringify(narrowed) !== JSON.stringify(inputSchema) && { inputWithoutDeleting: narrowed }),
    };
  });
}
