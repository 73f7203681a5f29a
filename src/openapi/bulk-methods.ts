import { UsageError } from '../errors.ts';
import { convertArguments } from '../mcp/convert-arguments.ts';
import type { JsonObject } from '../mcp/tool.ts';
import { PDF_OPERATIONS, PERMISSIONS } from './overlay.ts';

const ID: JsonObject = { type: 'integer' };
const IDS: JsonObject = { type: 'array', items: ID };
const FLAG: JsonObject = { type: 'boolean' };
const TEXT: JsonObject = { type: 'string', minLength: 1 };

/** `required` is all that has no `?`. */
function takes(properties: Readonly<Record<string, JsonObject>>, ...required: string[]): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** The parameters of each method of bulk_edit, which the API description leaves open. */
const METHODS: Readonly<Record<string, JsonObject>> = {
  set_correspondent: takes({ correspondent: ID }, 'correspondent'),
  set_document_type: takes({ document_type: ID }, 'document_type'),
  set_storage_path: takes({ storage_path: ID }, 'storage_path'),
  add_tag: takes({ tag: ID }, 'tag'),
  remove_tag: takes({ tag: ID }, 'tag'),
  modify_tags: takes({ add_tags: IDS, remove_tags: IDS }, 'add_tags', 'remove_tags'),
  // A list of ids or values by id: left open here, looked at in custom-fields.ts.
  modify_custom_fields: takes(
    { add_custom_fields: {}, remove_custom_fields: IDS },
    'add_custom_fields',
    'remove_custom_fields',
  ),
  set_permissions: takes({ set_permissions: PERMISSIONS, owner: ID, merge: FLAG }, 'set_permissions'),
  delete: takes({}),
  reprocess: takes({}),
  rotate: takes({ degrees: { type: 'integer' }, source_mode: TEXT }, 'degrees'),
  merge: takes({ metadata_document_id: ID, delete_originals: FLAG, archive_fallback: FLAG, source_mode: TEXT }),
  edit_pdf: takes(
    {
      operations: PDF_OPERATIONS,
      delete_original: FLAG,
      update_document: FLAG,
      include_metadata: FLAG,
      source_mode: TEXT,
    },
    'operations',
  ),
  remove_password: takes(
    { password: TEXT, update_document: FLAG, delete_original: FLAG, include_metadata: FLAG, source_mode: TEXT },
    'password',
  ),
  split: takes({ pages: TEXT, delete_originals: FLAG }, 'pages'),
  delete_pages: takes({ pages: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1 } }, 'pages'),
};

/** Null takes the name away from the documents. */
const MAY_BE_NULL = ['correspondent', 'document_type', 'storage_path', 'owner'];

/**
 * `parameters` as `method` takes them. Throws `UsageError` for unknown, missing and wrong ones, and, unless `mayDelete`, for
 * those that delete the documents worked on.
 */
export function checkBulkParameters(method: string, parameters: unknown, mayDelete: boolean): Record<string, unknown> {
  const schema = METHODS[method];
  if (schema === undefined) throw new UsageError(`There is no method ${method}.`, { field: 'method' });
  const given = toObject(parameters ?? {});
  const nulls = Object.keys(given).filter((name) => given[name] === null && MAY_BE_NULL.includes(name));
  const values = Object.entries(given).map(([name, value]) => [name, nulls.includes(name) ? 0 : value]);
  try {
    const checked = convertArguments(Object.fromEntries(values), schema);
    const deleting = Object.keys(checked).find((name) => name.startsWith('delete_original') && checked[name] === true);
    if (deleting !== undefined && !mayDelete) throw new UsageError(`${deleting} is not allowed on this server.`);
    if (typeof checked.pages === 'string' && !/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(checked.pages))
      throw new UsageError('pages must be ranges like 1-2,3.');
    // Left out, Paperless takes the owner away, and what belongs to nobody everybody may see.
    if (method === 'set_permissions' && checked.merge !== true && checked.owner === undefined)
      throw new UsageError('owner is needed: an id, or null to take it away (with merge: true it may be left out).');
    return { ...checked, ...Object.fromEntries(nulls.map((name) => [name, null])) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`parameters of ${method}: ${error.message}`, { field: 'parameters', cause: error });
  }
}

function toObject(value: unknown): JsonObject {
  // Safe: convertArguments looks at every part of it.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
