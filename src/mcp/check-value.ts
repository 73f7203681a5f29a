import { isCalendarDate } from '../text/calendar-date.ts';
import { isObject } from './is-object.ts';
import type { JsonObject } from './tool.ts';

/** True when `value` keeps everything a published schema says of it. Patterns and rare keywords are not looked at. */
export function fitsSchema(value: unknown, schema: JsonObject): boolean {
  const { enum: choices } = schema;
  if (Array.isArray(choices) && !choices.includes(value)) return false;
  switch (schema.type) {
    case 'string':
      return (
        typeof value === 'string' &&
        isWithin(value.length, schema.minLength, schema.maxLength) &&
        isFormat(value, schema)
      );
    case 'integer':
      // Not "safe" ones: 3.0 has arrived as 3 already, and what is too large fails its bounds or is no integer we know.
      return Number.isSafeInteger(value) && isWithin(value, schema.minimum, schema.maximum);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && isWithin(value, schema.minimum, schema.maximum);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return (
        Array.isArray(value) &&
        isWithin(value.length, schema.minItems, schema.maxItems) &&
        value.every((item) => fitsSchema(item, toSchema(schema.items)))
      );
    case 'object':
      return isObject(value) && fitsObject(value, schema);
    default:
      return true;
  }
}

/** What `schema` takes, in words that go on from "must be": `a whole number from 1 to 100`. */
export function describeSchema(schema: JsonObject): string {
  const { type, enum: choices, format } = schema;
  if (Array.isArray(choices)) return `one of ${choices.join(', ')}`;
  if (type === 'integer') return `a whole number${toRange(schema.minimum, schema.maximum)}`;
  if (type === 'number') return `a number${toRange(schema.minimum, schema.maximum)}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'array')
    return `a list${toCount(schema.minItems, schema.maxItems, '')}, each ${describeSchema(toSchema(schema.items))}`;
  if (type === 'object') return 'an object';
  if (format === 'date') return 'a date like 2024-02-29';
  if (format === 'date-time') return 'a time like 2024-02-29T12:00:00Z';
  return `a text${toCount(schema.minLength, schema.maxLength, ' characters')}`;
}

function fitsObject(value: JsonObject, schema: JsonObject): boolean {
  const properties = toSchema(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  if (!required.every((key) => Object.hasOwn(value, key))) return false;
  return Object.entries(value).every(([key, one]) =>
    Object.hasOwn(properties, key) ? fitsSchema(one, toSchema(properties[key])) : schema.additionalProperties !== false,
  );
}

function isFormat(text: string, { format }: JsonObject): boolean {
  if (format === 'date') return isCalendarDate(text);
  if (format === 'date-time') return /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text));
  return true;
}

function isWithin(value: unknown, min: unknown, max: unknown): boolean {
  return (
    typeof value === 'number' && !(typeof min === 'number' && value < min) && !(typeof max === 'number' && value > max)
  );
}

function toRange(min: unknown, max: unknown): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max !== undefined ? ` of at most ${max}` : '';
}

function toCount(min: unknown, max: unknown, unit: string): string {
  if (min !== undefined && max !== undefined) return ` of ${min} to ${max}${unit}`;
  if (max !== undefined) return ` of at most ${max}${unit}`;
  return min !== undefined ? ` of at least ${min}${unit}` : '';
}

function toSchema(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
