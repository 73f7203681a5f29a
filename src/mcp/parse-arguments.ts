import type { z } from 'zod';
import { UsageError } from '../errors.ts';
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
    .map(({ path, message }) => `${path.join('.') || 'the call'} ${message}`)
    .join('; ');
  throw new UsageError(`${text}.`, field === '' ? {} : { field });
}
