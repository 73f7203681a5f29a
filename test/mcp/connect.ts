import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { CallToolResultSchema, type Progress } from '@modelcontextprotocol/sdk/types.js';
import { createServer, type McpServerOptions } from '../../src/mcp/create-server.ts';
import type { Tool } from '../../src/mcp/tool.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';

/** A server with `tools` and the SDK's own client, in one process. */
export async function connect(tools: readonly Tool[], changes: Partial<McpServerOptions> = {}) {
  const stop = new AbortController();
  const limits = { maxResultChars: 60_000, callBudgetMs: 120_000 };
  const server = createServer({
    name: 'test',
    version: '1.0.0',
    tools,
    ...limits,
    signal: stop.signal,
    log: SILENT_LOG,
    ...changes,
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(ours);
  await client.connect(theirs);
  return {
    client,
    stop,
    /** The answer's text, parsed where it is JSON. */
    async call(
      name: string,
      given: Record<string, unknown> = {},
      options: { signal?: AbortSignal; onprogress?: (progress: Progress) => void } = {},
    ) {
      const result = CallToolResultSchema.parse(
        await client.callTool({ name, arguments: given }, CallToolResultSchema, options),
      );
      const [first] = result.content;
      const text = first?.type === 'text' ? first.text : '';
      return { text, isError: result.isError === true, json: parse(text), structured: result.structuredContent };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
