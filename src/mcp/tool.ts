import type { ContentBlock, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { Budget } from './budget.ts';

/** A JSON object whose keys nobody here relies on: a schema, arguments as they arrived. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What a running tool knows of its call. */
export interface ToolCall {
  /** Aborted when the client cancels, and when the server ends. */
  readonly signal: AbortSignal;
  /** What is left of `MCP_CALL_BUDGET_S`. */
  readonly budget: Budget;
  /** Tells the client how far it is, if the client asked for that. `done` must grow from call to call. */
  readonly progress: (done: number, total: number | undefined, message: string) => void;
}

export interface ToolAnswer {
  /** What the model reads: a text as it is, anything else as compact JSON. */
  readonly value: unknown;
  /** Only for a tool with an output schema, and then required. */
  readonly structured?: JsonObject;
  /** Further content, such as a picture. */
  readonly blocks?: readonly ContentBlock[];
  /** One sentence for an answer that has to be cut: how to get the rest. */
  readonly continueWith?: string;
}

/** A tool as listed and called. Throws the project's errors; the server turns them into answers. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** As published: see `publishSchema`. */
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: ToolAnnotations;
  /** Gets the arguments as they arrived. */
  readonly run: (args: unknown, call: ToolCall) => Promise<ToolAnswer>;
}
