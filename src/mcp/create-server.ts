import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerCapabilities,
} from '@modelcontextprotocol/sdk/types.js';
import { isAbort, UsageError } from '../errors.ts';
import type { Log } from '../log.ts';
import { createBudget } from './budget.ts';
import { capText } from './cap-text.ts';
import { type ErrorAnswer, toErrorAnswer } from './error-answer.ts';
import { createMask, type Mask } from './mask-secrets.ts';
import type { Tool, ToolAnswer, ToolCall } from './tool.ts';

export interface McpServerOptions {
  readonly name: string;
  readonly version: string;
  /** For the model: what the server is for, and what to be careful with. */
  readonly instructions?: string;
  readonly tools: readonly Tool[];
  /** Beside tools. */
  readonly capabilities?: ServerCapabilities;
  /** Never leave the process, whoever quotes them. */
  readonly secrets?: readonly (string | undefined)[];
  /** How failures are written: as compact JSON, unless told otherwise. */
  readonly renderError?: (answer: ErrorAnswer) => string;
  readonly maxResultChars: number;
  readonly callBudgetMs: number;
  /** Aborted when the server ends: every call in flight is told. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Milliseconds from any fixed start. */
  readonly now?: () => number;
}

/**
 * An MCP server that lists and calls `tools`; further requests (resources …) are added with `setRequestHandler`. Every
 * failure of a tool is an answer with a code and the next step. Throws when two tools have one name.
 */
export function createServer(options: McpServerOptions): Server {
  const { name, version, instructions, tools, capabilities } = options;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size !== tools.length) throw new Error('two tools have the same name');
  const server = new Server(
    { name, version },
    { capabilities: { ...capabilities, tools: {} }, ...(instructions !== undefined && { instructions }) },
  );
  const listed = tools.map(({ run: _, ...tool }) => tool);
  const mask = createMask(options.secrets ?? []);
  // Safe: published schemas are of type object; the SDK's type says so of the literal.
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed as never }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, _meta, sendNotification }) => {
    const tool = byName.get(params.name);
    if (tool === undefined)
      return toFailure(new UsageError(`There is no tool ${params.name.slice(0, 60)}.`), 'unknown', mask, options);
    const progressToken = _meta?.progressToken;
    const progress: ToolCall['progress'] = (done, total, message) => {
      if (progressToken === undefined) return;
      const params = { progressToken, progress: done, message, ...(total !== undefined && { total }) };
      // A client that went away is noticed elsewhere.
      sendNotification({ method: 'notifications/progress', params }).catch(() => {});
    };
    return callTool(
      tool,
      params.arguments,
      { progress, signal: AbortSignal.any([signal, options.signal]) },
      mask,
      options,
    );
  });
  return server;
}

async function callTool(
  tool: Tool,
  args: unknown,
  call: Pick<ToolCall, 'progress' | 'signal'>,
  mask: Mask,
  options: McpServerOptions,
): Promise<CallToolResult> {
  const { log, callBudgetMs, now = () => performance.now() } = options;
  const started = now();
  try {
    const answer = await tool.run(args, { ...call, budget: createBudget(callBudgetMs, now) });
    const result = toResult(answer, mask, options);
    log.info({ tool: tool.name, ms: Math.round(now() - started) }, 'tool called');
    return result;
  } catch (error) {
    // Nobody waits for an answer to a cancelled call; when the server ends, its clients are told by the closed stream.
    if (isAbort(error) && call.signal.aborted)
      throw new McpError(ErrorCode.ConnectionClosed, 'The call was cancelled.');
    return toFailure(error, tool.name, mask, options);
  }
}

function toResult(answer: ToolAnswer, mask: Mask, { maxResultChars }: McpServerOptions): CallToolResult {
  const { value, structured, blocks = [], continueWith } = answer;
  const whole = typeof value === 'string' ? mask.text(value) : JSON.stringify(mask.value(value));
  const text = capText(whole, maxResultChars, continueWith);
  // A structured answer can't be cut: it would no longer be what its schema promises.
  if (structured !== undefined && JSON.stringify(structured).length > maxResultChars)
    throw new UsageError(
      `The answer would be longer than ${maxResultChars} characters. ${continueWith ?? 'Ask for less at once.'}`,
    );
  return {
    content: [{ type: 'text', text }, ...blocks],
    // Safe: masking changes texts only.
    ...(structured !== undefined && { structuredContent: mask.value(structured) as Record<string, unknown> }),
  };
}

function toFailure(error: unknown, tool: string, mask: Mask, options: McpServerOptions): CallToolResult {
  const { log, renderError = JSON.stringify } = options;
  return { content: [{ type: 'text', text: renderError(toErrorAnswer(error, tool, mask, log)) }], isError: true };
}
