import { UsageError } from '../errors.ts';
import { describeSchema, fitsSchema } from './check-value.ts';
import { isObject } from './is-object.ts';
import type { JsonObject } from './tool.ts';

/** Of a call with a hundred mistakes the first few say enough. */
const MAX_PROBLEMS = 5;

/**
 * Arguments as they arrived, made to fit a published schema and checked against it. Models and clients write numbers,
 * booleans and lists as text; that is taken where it can be undone without loss ("5", "true", "[1,2]"; not "5abc", "",
 * "5.5" for an integer). Unknown arguments are refused: a filter that is spelt wrong must never widen an answer.
 * Throws one `UsageError` that names every problem; `field` is the first argument concerned. Defaults are not filled in.
 */
export function convertArguments(args: unknown, schema: JsonObject): Record<string, unknown> {
  const given = args ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw new UsageError('The arguments must be an object.');
  const properties = toProperties(schema);
  const required = new Set(toRequired(schema));
  const converted: Record<string, unknown> = {};
  const problems: { readonly field: string; readonly text: string }[] = [];
  for (const [field, value] of Object.entries(given)) {
    const property = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (property === undefined) problems.push({ field, text: toUnknownProblem(field, Object.keys(properties)) });
    else {
      converted[field] = convertValue(value, property);
      if (!fitsSchema(converted[field], property))
        problems.push({ field, text: toProblem(field, value, property, required.has(field)) });
    }
  }
  for (const field of required)
    if (!Object.hasOwn(given, field))
      problems.push({ field, text: `${field} is needed: ${describeSchema(properties[field] ?? {})}` });
  const [first] = problems;
  if (first === undefined) return converted;
  const shown = problems.slice(0, MAX_PROBLEMS).map(({ text }) => text);
  throw new UsageError(`${shown.join('; ')}.`, { field: first.field });
}

/** `value` in the type of `schema` where that loses nothing, else as it is. Works its way into lists and objects. */
export function convertValue(value: unknown, schema: JsonObject): unknown {
  const { type } = schema;
  if (typeof value === 'string') {
    if (type === 'integer' || type === 'number') return toNumber(value) ?? value;
    if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
    if (type !== 'array' && type !== 'object') return value;
    const parsed = parseJson(value);
    const isWanted = type === 'array' ? Array.isArray(parsed) : isObject(parsed);
    return isWanted ? convertValue(parsed, schema) : value;
  }
  // A year as a search word, an id where a name may stand.
  if (type === 'string' && Number.isSafeInteger(value)) return String(value);
  if (type === 'array' && Array.isArray(value)) return value.map((item) => convertValue(item, toSchema(schema.items)));
  if (type === 'object' && isObject(value)) {
    const properties = toProperties(schema);
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        Object.hasOwn(properties, key) ? convertValue(one, properties[key] ?? {}) : one,
      ]),
    );
  }
  return value;
}

/** Only what would be written the same way again: no blanks, no leading zeros or plus, no more digits than are kept. */
function toNumber(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}

function toUnknownProblem(field: string, known: readonly string[]): string {
  const list = known.length === 0 ? 'this tool takes none' : `known are ${known.join(', ')}`;
  return `${field.slice(0, 60)} is no argument of this tool (${list})`;
}

function toProblem(field: string, value: unknown, property: JsonObject, isRequired: boolean): string {
  const hint = value !== null ? '' : isRequired ? '; null is not taken' : ', or be left out; null is not taken';
  return `${field} must be ${describeSchema(property)}${hint}`;
}

function toProperties({ properties }: JsonObject): Readonly<Record<string, JsonObject>> {
  // Safe: published schemas hold schemas here.
  return (properties ?? {}) as Readonly<Record<string, JsonObject>>;
}

function toRequired({ required }: JsonObject): readonly string[] {
  return Array.isArray(required) ? required : [];
}

function toSchema(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
