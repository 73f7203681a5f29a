import type { Input, Operation } from './operation.ts';

/** Values that delete, of tools that do other things as well. */
const DELETING_VALUES: Readonly<Record<string, readonly string[]>> = {
  '/api/documents/bulk_edit/ method': ['delete', 'delete_pages'],
  '/api/bulk_edit_objects/ operation': ['delete'],
  '/api/trash/ action': ['empty'],
  '/api/tasks/run/ task_type': ['empty_trash', 'bulk_delete'],
};

const DELETING_ARGUMENTS = ['delete_original', 'delete_originals'];

/** An operation without the arguments and values that delete something, for `MCP_ALLOW_DELETE=false`. */
export function withoutDeleting(operation: Operation): Operation {
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
