import type { JsonObject } from '../mcp/tool.ts';
import type { Operation } from './operation.ts';

/** What the API calls "Move to trash". */
const WORKFLOW_TRASHES = 6;
/** Deletes the mail. */
const MAIL_RULE_DELETES = 1;

/** Values that delete, of tools that do other things as well: at once, or whenever a rule or a workflow runs. */
const DELETING_VALUES: readonly {
  readonly paths: RegExp;
  readonly name: string;
  readonly values: readonly unknown[];
}[] = [
  { paths: /^\/api\/documents\/bulk_edit\//, name: 'method', values: ['delete', 'delete_pages'] },
  { paths: /^\/api\/bulk_edit_objects\//, name: 'operation', values: ['delete'] },
  { paths: /^\/api\/trash\//, name: 'action', values: ['empty'] },
  { paths: /^\/api\/tasks\/run\//, name: 'task_type', values: ['empty_trash', 'bulk_delete'] },
  { paths: /^\/api\/(workflow_actions|workflows)\//, name: 'type', values: [WORKFLOW_TRASHES] },
  { paths: /^\/api\/mail_rules\//, name: 'action', values: [MAIL_RULE_DELETES] },
];

const DELETING_ARGUMENTS = ['delete_original', 'delete_originals'];

/** An operation without the arguments and values that delete something, for `MCP_ALLOW_DELETE=false`. */
export function withoutDeleting(operation: Operation): Operation {
  const rules = DELETING_VALUES.filter(({ paths }) => paths.test(operation.path));
  const inputs = operation.inputs
    .filter(({ argument }) => !DELETING_ARGUMENTS.includes(argument))
    .map((input) => ({ ...input, schema: narrow(input.argument, input.schema, rules) }));
  return { ...operation, inputs };
}

/** Wherever the name stands, also deeper. */
function narrow(name: string, schema: JsonObject, rules: typeof DELETING_VALUES): JsonObject {
  const values = rules.flatMap((rule) => (rule.name === name ? rule.values : []));
  const { enum: choices, items, properties, description } = schema;
  return {
    ...schema,
    ...(Array.isArray(choices) && { enum: choices.filter((choice) => !values.includes(choice)) }),
    ...(typeof description === 'string' && { description: values.reduce<string>(withoutMeaning, description) }),
    // Safe: resolved schemas hold schemas.
    ...(items !== undefined && { items: narrow(name, items as JsonObject, rules) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, JsonObject>).map(([key, one]) => [key, narrow(key, one, rules)]),
      ),
    }),
  };
}

/** "1 Delete, 2 Move …" without what one number means. That it worked is seen to when tools are prepared. */
function withoutMeaning(description: string, value: unknown): string {
  return description.replace(new RegExp(`(^|, )${value} [^,]*`), '').replace(/^, /, '');
}
