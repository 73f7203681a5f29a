import { isObject } from '../../src/mcp/is-object.ts';
import type { JsonObject } from '../../src/mcp/tool.ts';
import { defineOperation } from '../../src/openapi/define-operation.ts';
import type { Definition } from '../../src/openapi/definition.ts';
import type { Operation } from '../../src/openapi/operation.ts';
import { toAnnotations } from '../../src/openapi/traits.ts';
import { withoutDeleting } from '../../src/openapi/without-deleting.ts';
import { checkNarrowed } from './check-narrowed.ts';

/** What the overlay says of the parameters of bulk_edit that delete. */
const DELETING = /,?delete_originals?\?|delete_pages \{[^}]*\}; |delete, /g;

/** The tools of prepared operations, in their order. Throws when one would still speak of deleting where it may not. */
export function prepareDefinitions(operations: readonly Operation[]): Definition[] {
  return operations.map((operation) => {
    const { name, method, path, toolset, isDeprecated } = operation;
    const { description, inputSchema } = defineOperation(operation);
    const harmless = withoutDeleting(operation);
    checkNarrowed(operation, harmless);
    const narrowed = cutDeleting(defineOperation(harmless).inputSchema);
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

function cutDeleting(schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isObject(properties) || !isObject(properties.parameters)) return schema;
  const { parameters } = properties;
  const description = String(parameters.description ?? '').replace(DELETING, '');
  return { ...schema, properties: { ...properties, parameters: { ...parameters, description } } };
}
