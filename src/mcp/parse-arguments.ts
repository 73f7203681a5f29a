import type { z } from 'zod';
import { UsageError } from '../errors.ts';
import { describeSchema } from './check-value.ts';
import { convertArguments } from './convert-arguments.ts';
import type { JsonObject } from './tool.ts';

/**
 * Converts and checks arguments by the published schema, then parses them with `input`, which may say more (trimming,
 * rules between arguments). Throws one `UsageError` that names every problem.
 */
export function parseArguments<Input extends z.ZodType>(
  args: unknown,
  schema: JsonObject,
  input: Input,
): z.output<Input> {
  const parsed = input.safeParse(convertArguments(args, schema));
  if (parsed.success) return parsed.data;
  // One problem per argument: the others may follow from it.
  const issues = new Map(parsed.error.issues.toReversed().map((issue) => [String(issue.path[0] ?? ''), issue]));
  const [field = ''] = [...issues.keys()].toReversed();
  const text = [...issues.values()]
    .toReversed()
    .map((issue) => `${issue.path.join('.') || 'the call'} ${describeIssue(issue, schema)}`)
    .join('; ');
  throw new UsageError(`${text}.`, field === '' ? {} : { field });
}

/** Our own rules speak for themselves; zod's words are for programmers. */
function describeIssue({ code, message, path, ...issue }: z.core.$ZodIssue, schema: JsonObject): string {
  if (code === 'custom') return message;
  // The published schema has let it through: only trimming can have made it shorter.
  if (code === 'too_small' && 'origin' in issue && issue.origin === 'string') return 'must not be blank';
  return `must be ${describeSchema(findSchema(schema, path))}`;
}

function findSchema(schema: JsonObject, path: readonly PropertyKey[]): JsonObject {
  // Safe: published schemas hold schemas here.
  const { properties, items } = schema as { properties?: Record<PropertyKey, JsonObject>; items?: JsonObject };
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  return findSchema((typeof key === 'number' ? items : properties?.[key]) ?? {}, rest);
}
