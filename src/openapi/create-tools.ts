import type { Tool } from '../mcp/tool.ts';
import { defineOperation } from './define-operation.ts';
import type { Input, Operation } from './operation.ts';
import { runOperation } from './run-operation.ts';
import type { Services } from './services.ts';
import { toAnnotations } from './traits.ts';

/** Values that delete, of tools that do other things as well. */
const DELETING_VALUES: Readonly<Record<string, readonly string[]>> = {
  '/api/documents/bulk_edit/ method': ['delete', 'delete_pages'],
  '/api/bulk_edit_objects/ operation': ['delete'],
  '/api/trash/ action': ['empty'],
  '/api/tasks/run/ task_type': ['empty_trash', 'bulk_delete'],
};

const DELETING_ARGUMENTS = ['delete_original', 'delete_originals'];

/** The tools of the selected operations. Listing them loads nothing; `load` is called by the first call. */
export function createTools(
  operations: readonly Operation[],
  mayDelete: boolean,
  load: () => Promise<Services>,
): Tool[] {
  return operations.map((operation) => {
    const defined = defineOperation(mayDelete ? operation : withoutDeleting(operation));
    return {
      name: operation.name,
      description: defined.description,
      inputSchema: defined.inputSchema,
      annotations: toAnnotations(operation),
      run: (args, call) => runOperation(defined, args, load, call),
    };
  });
}

function withoutDeleting(operation: Operation): Operation {
  const inputs = operation.inputs
    .filter(({ argument }) => !DELETING_ARGUMENTS.includes(argument))
    .map((input) => withoutValues(input, DELETING_VALUES[`${operation.path} ${input.argument}`] ?? []));
  return { ...operation, inputs };
}

function withoutValues(input: Input, values: readonly string[]): Input {
  const { enum: choices } = input.schema;
  if (values.length === 0 || !Array.isArray(choices)) return input;
  return { ...input, schema: { ...input.schema, enum: choices.filter((choice) => !values.includes(choice)) } };
}
