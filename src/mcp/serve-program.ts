import type { Log } from '../log.ts';
import type { McpServerOptions } from './create-server.ts';
import type { createMcpHost } from './mcp-host.ts';
import { serveStdio } from './serve-stdio.ts';

/** What a program that serves Paperless knows when it begins. */
interface ProgramSettings {
  readonly config: { readonly MCP_MAX_RESULT_CHARS: number; readonly MCP_CALL_BUDGET_S: number };
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Serves tools under the limits that all programs have in common, until the client is gone, and ends the process: a
 * request that is still under way must not keep it. Throws the signal's reason when that is why it ends.
 */
export async function serveProgram(
  host: ReturnType<typeof createMcpHost>,
  { config, log, signal }: ProgramSettings,
  options: Pick<McpServerOptions, 'name' | 'version' | 'instructions' | 'tools' | 'secrets'>,
): Promise<never> {
  const limits = { maxResultChars: config.MCP_MAX_RESULT_CHARS, callBudgetMs: config.MCP_CALL_BUDGET_S * 1_000 };
  await serveStdio(
    { ...options, ...limits, log },
    { input: host.stdin, output: host.stdout, stderr: host.stderr, signal },
  );
  signal.throwIfAborted();
  return host.exit(0);
}
