import { isObject } from '../../src/mcp/is-object.ts';
import type { JsonObject } from '../../src/mcp/tool.ts';
import type { Operation } from '../../src/openapi/operation.ts';

/**
 * Throws when a description still speaks of a value that was taken away: `withoutDeleting` cuts meanings out of prose, and a
 * newer Paperless may word them otherwise.
 */
export function checkNarrowed(whole: Operation, narrowed: Operation): void {
  for (const { argument, schema } of narrowed.inputs) {
    const before = whole.inputs.find((input) => input.argument === argument);
    if (before !== undefined) checkSchema(before.schema, schema, `${whole.name}, ${argument}`);
  }
}

function checkSchema(whole: JsonObject, narrowed: JsonObject, where: string): void {
  const kept = toList(narrowed.enum);
  const removed = toList(whole.enum).filter((value) => !kept.includes(value));
  const left = String(narrowed.description ?? '');
  if (removed.length > 0 && (/delet|trash/i.test(left) || removed.some((value) => speaksOf(left, value))))
    throw new Error(
      `${where}: the meaning of ${removed.join(', ')} could not be cut out of "${left}" (without-deleting.ts)`,
    );
  for (const [name, one] of listParts(narrowed)) {
    const before = new Map(listParts(whole)).get(name);
    if (before !== undefined) checkSchema(before, one, `${where}, ${name}`);
  }
}

function speaksOf(text: string, value: unknown): boolean {
  return new Set(text.match(/\w+/g)).has(String(value));
}

function listParts({ items, properties }: JsonObject): [name: string, schema: JsonObject][] {
  const parts = Object.entries({
    ...(isObject(properties) && properties),
    ...(items !== undefined && { '[]': items }),
  });
  return parts.flatMap(([name, part]) => (isObject(part) ? [[name, part]] : []));
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
