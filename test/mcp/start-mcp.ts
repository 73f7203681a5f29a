import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An MCP server as a process: the arguments of `node`, and all it gets of an environment. */
export interface McpCommand {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface RawAnswer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: {
    readonly content?: readonly { readonly type: string; readonly text?: string }[];
    readonly isError?: boolean;
    readonly tools?: readonly { readonly name: string }[];
    readonly serverInfo?: { readonly name: string };
    readonly structuredContent?: Record<string, unknown>;
    readonly resources?: readonly { readonly uri: string; readonly name: string }[];
    readonly contents?: readonly { readonly text?: string }[];
    readonly completion?: { readonly values: readonly string[] };
  };
  readonly error?: { readonly code: number; readonly message: string };
}

export type McpProcess = ReturnType<typeof startMcp>;

/** Starts a server and speaks the protocol line by line, so that a test sees every byte. */
export function startMcp({ args, env }: McpCommand) {
  const child = spawn(process.execPath, [...args], {
    // Without the cache every start strips the types of a hundred files again.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const messages: RawAnswer[] = [];
  const waiting = new Map<number, (answer: RawAnswer) => void>();
  const expected = new Map<string, () => void>();
  let rest = '';
  let stderr = '';
  let lastId = 0;
  const started = performance.now();
  let startMs = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) take(line);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A server that ends while something is written to it is what some tests are about.
  child.stdin.on('error', () => {});
  const finished = once(child, 'close').then(([code, signal]) => ({ code, signal, stderr, lines, rest }));

  function take(line: string): void {
    lines.push(line);
    try {
      const message = JSON.parse(line) as RawAnswer;
      messages.push(message);
      if (message.id !== undefined) waiting.get(message.id)?.(message);
      else if (message.method !== undefined) expected.get(message.method)?.();
    } catch {
      // Left among the lines for the test to find.
    }
  }

  function send(message: object): void {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  function request(method: string, params: object = {}): Promise<RawAnswer> {
    lastId += 1;
    const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
    waiting.set(lastId, resolve);
    finished.then(() => reject(new Error(`the server ended before it answered ${method}: ${stderr}`)));
    send({ id: lastId, method, params });
    return promise;
  }

  return {
    child,
    /** Every line of stdout so far, and every message among them. */
    lines,
    messages,
    finished,
    /** What it has written there so far. */
    stderr: () => stderr,
    send,
    request,
    call: (name: string, given: object = {}, meta?: object) =>
      request('tools/call', { name, arguments: given, ...(meta !== undefined && { _meta: meta }) }),
    lastId: () => lastId,
    /** Resolves with the next notification of this kind. */
    notification(method: string): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      expected.set(method, resolve);
      return promise;
    },
    /** From starting the process to its first answer. */
    startMs: () => startMs,
    async initialize(): Promise<RawAnswer> {
      const clientInfo = { name: 'test', version: '1' };
      const answer = await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
      startMs = performance.now() - started;
      send({ method: 'notifications/initialized' });
      return answer;
    },
  };
}

/** The text of a tool's answer. */
export function toText(answer: RawAnswer): string {
  return answer.result?.content?.[0]?.text ?? '';
}
