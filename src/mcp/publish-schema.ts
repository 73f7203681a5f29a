import { isObject } from './is-object.ts';
import type { JsonObject } from './tool.ts';

/** Those that every client knows; an unknown one makes some clients reject the whole list of tools. */
const FORMATS = ['date', 'date-time', 'uri', 'email'];

const COMBINATORS = ['anyOf', 'oneOf', 'allOf'] as const;

/** Said differently, or of no use to somebody who fills in arguments. */
const DROPPED = ['$schema', '$id', '$defs', '$ref', 'definitions', 'readOnly', 'writeOnly', 'nullable', 'deprecated'];

/**
 * A JSON Schema (draft 7 to 2020-12, or of OpenAPI) as all clients take it: one `type` per property, no references, no
 * unions, no `$schema`, lists with `items`, few formats. Of a union the first kind that is not null remains. What the
 * rewritten schema says too loosely is the affair of whoever checks the arguments.
 */
export function publishSchema(schema: JsonObject): JsonObject {
  const published = rewrite(schema, schema, 0);
  return { ...published, type: 'object', properties: published.properties ?? {}, additionalProperties: false };
}

/** Deeper is only a schema that holds itself. */
const MAX_DEPTH = 12;

function rewrite(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  if (depth > MAX_DEPTH) return { type: 'object' };
  const flat = flatten(schema, root);
  const { properties, items, additionalProperties, format, pattern, minimum, maximum, enum: values, ...rest } = flat;
  const type = toType(flat);
  const kept = Object.entries(rest).filter(([key]) => key !== 'const' && key !== 'type' && !DROPPED.includes(key));
  const isKnownFormat = typeof format === 'string' && FORMATS.includes(format);
  const choices =
    flat.const !== undefined ? [flat.const] : isList(values) ? values.filter((one) => one !== null) : undefined;
  return {
    type,
    ...Object.fromEntries(kept),
    ...(choices !== undefined && { enum: choices }),
    ...(isKnownFormat && { format }),
    // A date's pattern is longer than all the rest of the tool.
    ...(pattern !== undefined && !isKnownFormat && { pattern }),
    ...(isBound(minimum) && { minimum }),
    ...(isBound(maximum) && { maximum }),
    ...(type === 'array' && { items: isObject(items) ? rewrite(items, root, depth + 1) : { type: 'string' } }),
    ...(isObject(properties) && { properties: mapValues(properties, (one) => rewrite(one, root, depth + 1)) }),
    ...(additionalProperties === false && { additionalProperties }),
  };
}

/** Without references and unions: a reference is replaced by what it names, a union by its first part that is not null. */
function flatten(schema: JsonObject, root: JsonObject): JsonObject {
  let flat = schema;
  for (let step = 0; step < MAX_DEPTH; step++) {
    const { $ref: reference, ...rest } = flat;
    const combinator = COMBINATORS.find((name) => isList(flat[name]));
    if (typeof reference === 'string') flat = { ...findReferenced(reference, root), ...rest };
    else if (combinator !== undefined) flat = flattenUnion(flat, combinator);
    else return flat;
  }
  return { type: 'object' };
}

function flattenUnion(schema: JsonObject, combinator: (typeof COMBINATORS)[number]): JsonObject {
  const { [combinator]: union, ...rest } = schema;
  // Safe: the caller looked; parts that are no schemas are dropped.
  const parts = (union as readonly unknown[]).filter(isObject).filter(({ type }) => type !== 'null');
  const chosen = combinator === 'allOf' ? parts : parts.slice(0, 1);
  return Object.assign({}, ...chosen, rest);
}

/** Only within the same schema: `#/$defs/name`, `#/components/schemas/name`. */
function findReferenced(reference: string, root: JsonObject): JsonObject {
  let at: unknown = root;
  for (const key of reference.replace(/^#\/?/, '').split('/')) at = isObject(at) ? at[key] : undefined;
  return isObject(at) ? at : {};
}

function toType({ type, properties, items, enum: values, const: only }: JsonObject): string {
  if (isList(type)) return String(type.find((one) => one !== 'null') ?? 'string');
  if (typeof type === 'string') return type;
  if (properties !== undefined) return 'object';
  if (items !== undefined) return 'array';
  const example = only ?? (isList(values) ? values[0] : undefined);
  return typeof example === 'number' ? 'number' : typeof example === 'boolean' ? 'boolean' : 'string';
}

/** Not the limits of a double or of a database column, which zod and Django write down. */
function isBound(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) < 2 ** 31 - 1;
}

function mapValues(object: JsonObject, change: (value: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(isObject(value) ? value : {})]));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
