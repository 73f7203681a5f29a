import type { JsonObject } from '../../src/mcp/tool.ts';

/** Never a caller's: they decide how an account signs in and what it may do. */
const CREDENTIALS = ['password', 'is_superuser', 'is_staff'];

/** `password` opens a document or a mailbox elsewhere. */
const ACCOUNT_TOOLSETS = ['users', 'profile'];

/** Of Paperless' own page, or the old name of something that is there under its new one. `deleted_at` deletes by another name. */
const LEFT_OUT: readonly string[] = ['from_webui', 'created_date', 'deleted_at'];

const KEPT = ['type', 'format', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'nullable'];

const FORMATS = ['date', 'date-time', 'uri', 'email', 'binary'];

const MAX_DEPTH = 12;

/**
 * A schema of `description` without references, wrappers and unions, as a caller fills it in: what is read-only is gone,
 * so are defaults (sent with a PATCH they would overwrite what nobody named), titles and prose that repeats an enum.
 */
export function resolveSchema(schema: JsonObject, description: JsonObject, toolset: string, depth = 0): JsonObject {
  if (depth > MAX_DEPTH) return {};
  const flat = flatten(schema, description);
  const resolved: Record<string, unknown> = {};
  for (const key of KEPT) if (flat[key] !== undefined) resolved[key] = flat[key];
  if (!FORMATS.includes(String(flat.format))) delete resolved.format;
  if (resolved.nullable !== true) delete resolved.nullable;
  const choices = toList(flat.enum).filter((one) => one !== null && one !== '');
  if (choices.length > 0) resolved.enum = choices;
  else for (const bound of ['minimum', 'maximum']) if (isBound(flat[bound])) resolved[bound] = flat[bound];
  const about = toAbout(String(flat.description ?? ''), choices);
  if (about !== '') resolved.description = about;
  if (flat.type === 'array') resolved.items = resolveSchema(toObject(flat.items), description, toolset, depth + 1);
  if (flat.properties !== undefined) {
    const properties = Object.entries(toObject(flat.properties))
      .map(([name, property]) => [name, flatten(toObject(property), description)] as const)
      .filter(([name, { readOnly, deprecated }]) => !readOnly && !deprecated && !isClosed(name, toolset));
    resolved.properties = Object.fromEntries(
      properties.map(([name, property]) => [name, resolveSchema(property, description, toolset, depth + 1)]),
    );
    const required = toList(flat.required).filter((name) => properties.some(([known]) => known === name));
    if (required.length > 0) resolved.required = required;
  }
  return resolved;
}

function isClosed(name: string, toolset: string): boolean {
  return LEFT_OUT.includes(name) || (ACCOUNT_TOOLSETS.includes(toolset) && CREDENTIALS.includes(name));
}

/** `allOf` around one reference says nothing; of `oneOf` the first part that is no blank and no null remains, if it is alone. */
function flatten(schema: JsonObject, description: JsonObject): JsonObject {
  const { $ref, allOf, oneOf, anyOf, ...rest } = schema;
  if (typeof $ref === 'string') return flatten({ ...find($ref, description), ...rest }, description);
  if (Array.isArray(allOf))
    return Object.assign({}, ...allOf.map((part) => flatten(toObject(part), description)), rest);
  const union = toList(oneOf ?? anyOf).map((part) => flatten(toObject(part), description));
  const parts = union.filter((part) => !toList(part.enum).every((one) => one === null || one === '') || !part.enum);
  // Of overlapping kinds (integer and number) validators take none: whatever fits is left to Paperless.
  return parts.length === 1 ? { ...parts[0], ...rest } : rest;
}

function find(reference: string, description: JsonObject): JsonObject {
  let at: unknown = description;
  for (const key of reference.replace(/^#\//, '').split('/')) at = toObject(at)[key];
  return toObject(at);
}

/** One line. "* `1` - Any word" becomes "1 Any word" where the values are numbers and goes where they are words. */
export function toAbout(text: string, choices: readonly unknown[] = []): string {
  const [prose = '', ...items] = text.split(/\n?\* `/);
  const meanings = items.map((item) => item.replace(/`\s*-\s*/, ' ').trim());
  const isCode = choices.some((choice) => typeof choice === 'number');
  const said = isCode ? meanings.join(', ') : items.length > 0 ? '' : prose;
  return BOILERPLATE.some((pattern) => pattern.test(said)) ? '' : said.replace(/\s+/g, ' ').trim().slice(0, MAX_ABOUT);
}

const MAX_ABOUT = 1_200;

const BOILERPLATE = [
  /^(A page number|Number of results|Which field to use|Multiple values|A search term|Adds update nested)/,
  /^(Given the \*incoming|A unique integer value)/,
  // The name again.
  /^(Has custom field|Is tagged|Is root tag|Acknowledged|Is Complete|Name|Result|Created After|Created Before)$/,
];

/** Not the limits of a database column. */
function isBound(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= 2 ** 32;
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toObject(value: unknown): JsonObject {
  // Safe: any object has string keys.
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}
