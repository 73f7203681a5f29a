import { publishSchema } from '../mcp/publish-schema.ts';
import type { JsonObject } from '../mcp/tool.ts';
import { describeFilters } from './filters.ts';
import type { Input, Operation } from './operation.ts';
import { OVERLAYS, SHARED_CHECKED, SHARED_PUBLISHED } from './overlay.ts';

/** An operation as a tool: what is published, and what arguments are really checked against. */
export interface DefinedOperation {
  readonly operation: Operation;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly checked: JsonObject;
  /** Query parameters that are reached through `filters`. */
  readonly folded: readonly Input[];
  /** Arguments that `clear` may name. */
  readonly clearable: readonly string[];
  /** The argument that names a file to be uploaded, and the field it goes into. */
  readonly file: { readonly argument: string; readonly name: string } | undefined;
}

/** With fewer query parameters each of them is an argument. */
const FEW = 5;

/** Of many, those that people use. */
const COMMON = ['page', 'page_size', 'query', 'text', 'name__icontains', 'task_id', 'days'];
const COMMON_OF_DOCUMENTS = [
  ...['ordering', 'fields', 'title_search', 'more_like_id', 'custom_field_query', 'tags__id__all', 'correspondent__id'],
  ...['document_type__id', 'created__gte', 'created__lte', 'is_in_inbox'],
];

/** Said by the argument's name, or only a bound that is checked all the same. */
const UNPUBLISHED = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'pattern', 'nullable'];

/** What a call works on. */
const LISTS_OF_IDS = ['documents', 'document_ids', 'objects', 'tasks', 'mail_ids'];

const ORDER = ['path', 'body', 'query'];

/** Everything a tool says of itself, made from the prepared operation and the overlay. Pure. */
export function defineOperation(operation: Operation): DefinedOperation {
  const { method, path, inputs } = operation;
  const overlay = OVERLAYS[`${method} ${path}`] ?? {};
  const query = inputs.filter((input) => input.in === 'query');
  const isShown = ({ argument, isRequired }: Input) =>
    isRequired === true ||
    COMMON.includes(argument) ||
    (path === '/api/documents/' && COMMON_OF_DOCUMENTS.includes(argument));
  // Lookups that are arguments as well: a family is shorter when it is whole.
  const folded = query.length <= FEW ? [] : query.filter((input) => !isShown(input) || input.argument.includes('__'));
  const shown = inputs
    .filter((input) => (!folded.includes(input) || isShown(input)) && input.schema.format !== 'binary')
    .sort((a, b) => ORDER.indexOf(a.in) - ORDER.indexOf(b.in));
  const file = findFile(operation);
  const clearable =
    method === 'PATCH'
      ? inputs
          .filter(
            (input) => input.in === 'body' && input.schema.nullable === true && input.argument !== 'remove_inbox_tags',
          )
          .map(({ argument }) => argument)
      : [];
  const extras = toExtras(operation, { folded, clearable, file });
  const isRequired = ({ argument, isRequired }: Input) =>
    isRequired === true || (path === '/api/trash/' && argument === 'documents');
  const required = [
    ...shown.filter(isRequired).map(({ argument }) => argument),
    ...(file?.isRequired ? [file.argument] : []),
  ];
  const toSchema = (properties: Readonly<Record<string, JsonObject>>) => ({
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  });
  const checkedOf = (input: Input) =>
    overlay.checked?.[input.argument] ?? SHARED_CHECKED[input.argument] ?? toChecked(input);
  const publishedOf = (input: Input) =>
    overlay.published?.[input.argument] ??
    SHARED_PUBLISHED[input.argument] ??
    toPublished(overlay.checked?.[input.argument] ?? input.schema);
  const said = overlay.filters === undefined ? {} : { filters: { type: 'object', description: overlay.filters } };
  return {
    operation,
    description: `${method} ${path}\n${overlay.about ?? operation.about}`,
    inputSchema: publishSchema(toSchema({ ...mapInputs(shown, publishedOf), ...extras, ...said })),
    checked: toSchema({ ...mapInputs(shown, checkedOf), ...extras }),
    folded,
    clearable,
    file,
  };
}

function findFile({ inputs }: Operation) {
  const input = inputs.find(({ schema }) => schema.format === 'binary');
  if (input === undefined) return undefined;
  const argument = input.argument === 'document' ? 'file_path' : `${input.argument}_path`;
  return { argument, name: input.name, isRequired: input.isRequired === true };
}

/** Arguments that are no parameter of the description. */
function toExtras(
  { inputs, path, toolset }: Operation,
  { folded, clearable, file }: Pick<DefinedOperation, 'folded' | 'clearable' | 'file'>,
): Record<string, JsonObject> {
  const names = inputs.map(({ argument }) => argument);
  return {
    ...(file !== undefined && { [file.argument]: { type: 'string', description: 'Absolute, in MCP_UPLOAD_DIRS' } }),
    ...(folded.length > 0 && {
      filters: { type: 'object', description: `{name:value}: ${describeFilters(folded, path === `/api/${toolset}/`)}` },
    }),
    ...(clearable.length > 0 && { clear: { type: 'array', items: { type: 'string', enum: clearable } } }),
    ...(names.includes('custom_fields') &&
      path === '/api/documents/{id}/' && { replace_custom_fields: { type: 'boolean' } }),
    ...((names.includes('all') || path === '/api/tasks/run/') && { confirm: { type: 'boolean' } }),
  };
}

function toChecked({ argument, schema }: Input): JsonObject {
  // Nothing can be done to nothing: an empty list is a mistake.
  return LISTS_OF_IDS.includes(argument) && schema.type === 'array' ? { ...schema, minItems: 1 } : schema;
}

function toPublished(schema: JsonObject): JsonObject {
  const { enum: choices, items, properties, ...rest } = schema;
  const kept = Object.entries(rest).filter(([key]) => !UNPUBLISHED.includes(key));
  const isExplained = schema.type === 'integer' && rest.description !== undefined;
  return {
    ...(rest.type === undefined && choices === undefined && { type: 'object' }),
    ...Object.fromEntries(kept),
    ...(choices !== undefined && !isExplained && { enum: choices }),
    // Safe: resolved schemas hold schemas.
    ...(items !== undefined && { items: toPublished(items as JsonObject) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Record<string, JsonObject>).map(([name, one]) => [name, toPublished(one)]),
      ),
    }),
  };
}

function mapInputs(inputs: readonly Input[], map: (input: Input) => JsonObject): Record<string, JsonObject> {
  return Object.fromEntries(inputs.map((input) => [input.argument, map(input)]));
}
