import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { createServer, type McpServerOptions } from './create-server.ts';
import { LineTransport } from './line-transport.ts';

export interface StdioHost {
  /** stdin. */
  readonly input: Readable;
  /** `protocolOutput` of stdout-guard.ts. */
  readonly output: Writable;
  readonly stderr: Writable;
  /** Aborted by SIGTERM, SIGINT and the like. */
  readonly signal: AbortSignal;
}

/** How long calls in flight may go on after stdin was closed. The whole end has to fit in two seconds. */
const DRAIN_MS = 1_500;
/** How long stopped calls get to say so, and the last bytes to be read. */
const SETTLE_MS = 150;

/**
 * Serves until the client closes stdin or goes away, or `signal` aborts. A closed stdin lets calls in flight finish
 * first; everything else stops them. `extend` adds requests and notifications beside tools.
 * Resolves within two seconds of the end, all answers written; the program has to exit then, whatever still runs.
 */
export async function serveStdio(
  options: Omit<McpServerOptions, 'signal'>,
  { input, output, stderr, signal }: StdioHost,
  extend: (server: Server) => void = () => {},
): Promise<void> {
  const { log } = options;
  const stop = new AbortController();
  const server = createServer({ ...options, signal: stop.signal });
  extend(server);
  const transport = new LineTransport(input, output);
  const pending = watchPending(transport);

  const { promise: end, resolve: onEnd } = Promise.withResolvers<'closed' | 'lost'>();
  const onLost = () => onEnd('lost');
  // `close` alone comes when the other end dies.
  input.on('end', () => onEnd('closed')).on('close', () => onEnd('closed'));
  input.on('error', onLost);
  output.on('error', onLost);
  // The client has died; one that only does not read the log gives us /dev/null or keeps the pipe.
  stderr.on('error', onLost);
  if (signal.aborted) onLost();
  signal.addEventListener('abort', onLost, { once: true });
  server.onclose = onLost;
  server.onerror = (error) => {
    // Only our own messages are known to quote nothing of what was sent.
    const isOwn = error instanceof RangeError || error instanceof SyntaxError;
    log.warn({ reason: isOwn ? error.message : error.name }, 'a message was not understood or not answered');
  };
  await server.connect(transport);
  log.debug({ tools: options.tools.length }, 'serving');

  if ((await end) === 'closed') await settle(pending.none(), DRAIN_MS, output, signal);
  stop.abort();
  await settle(pending.none(), SETTLE_MS, output);
  await settle(new Promise((resolve) => output.end(resolve)), SETTLE_MS, output);
}

/** Waits for `work`, but not longer than `ms`, nor for a reader that is gone, nor beyond `signal`. */
async function settle(work: Promise<unknown>, ms: number, output: Writable, signal?: AbortSignal): Promise<void> {
  if (output.destroyed) return;
  const done = new AbortController();
  const options = { signal: signal === undefined ? done.signal : AbortSignal.any([done.signal, signal]) };
  const late = sleep(ms, undefined, options).catch(() => {});
  const lost = once(output, 'close', options).catch(() => {});
  await Promise.race([work, late, lost]);
  done.abort();
}

/** Knows which requests of the client are not answered yet. To be called before a server connects to the transport. */
function watchPending(transport: Transport): { none(): Promise<void> } {
  const pending = new Set<unknown>();
  const waiting: (() => void)[] = [];
  const remove = (id: unknown) => {
    pending.delete(id);
    if (pending.size === 0) for (const resolve of waiting.splice(0)) resolve();
  };
  transport.onmessage = (message) => {
    if (!('method' in message)) return;
    if ('id' in message) pending.add(message.id);
    // A cancelled request gets no answer.
    else if (message.method === 'notifications/cancelled') remove(message.params?.requestId);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    await send(message, options);
    if (!('method' in message)) remove(message.id);
  };
  return {
    none: () => (pending.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
