import { defineOperation } from '../../src/openapi/define-operation.ts';
import type { Definition } from '../../src/openapi/definition.ts';
import type { Operation } from '../../src/openapi/operation.ts';
import { toAnnotations } from '../../src/openapi/traits.ts';
import { withoutDeleting } from '../../src/openapi/without-deleting.ts';
import { checkNarrowed } from './check-narrowed.ts';

/** The tools of prepared operations, in their order. Throws when one would still speak of deleting where it may not. */
export function prepareDefinitions(operations: readonly Operation[]): Definition[] {
  return operations.map((operation) => {
    const { name, method, path, toolset, isDeprecated } = operation;
    const { description, inputSchema } = defineOperation(operation);
    const harmless = withoutDeleting(operation);
    checkNarrowed(operation, harmless);
    const { inputSchema: narrowed } = defineOperation(harmless);
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
