import type { JsonObject } from './tool.ts';

/** True for what JSON calls an object: neither null nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
