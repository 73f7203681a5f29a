import { z } from 'zod';
import { parseArguments } from './parse-arguments.ts';
import { publishSchema } from './publish-schema.ts';
import type { JsonObject, Tool, ToolAnswer, ToolCall } from './tool.ts';

/** A handwritten tool: its input is a zod object, which is published, converted to and checked. */
export interface ToolDefinition<Input extends z.ZodObject>
  extends Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> {
  readonly input: Input;
  readonly output?: z.ZodObject;
  readonly run: (input: z.output<Input>, call: ToolCall) => Promise<ToolAnswer>;
}

/** The handwritten tool as the server takes it. Unknown arguments are refused whatever kind of object `input` is. */
export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  const { input, output, run, ...rest } = definition;
  const inputSchema = publishSchema(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
  return {
    ...rest,
    inputSchema,
    ...(output !== undefined && { outputSchema: toOutputSchema(output) }),
    run: async (args, call) => run(parseArguments(args, inputSchema, input), call),
  };
}

/** Left as zod makes it: clients are strict about inputs only, and a nullable output field needs its `anyOf`. */
function toOutputSchema(output: z.ZodObject): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(output);
  return schema;
}
