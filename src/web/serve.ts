import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { ConfigError, UnavailableError } from '../errors.ts';
import { isLoopback } from './guard.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface ServeOptions extends Address {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly allowNonLoopback: boolean;
  /** How long a reader may take nothing of what waits for it. */
  readonly stalledMs?: number;
}

export interface WebServer {
  /** With the port that was taken where 0 was asked for. */
  readonly address: Address;
  /** Takes no new connection, lets running answers finish for `graceMs`, then cuts them off. */
  close(graceMs: number): Promise<void>;
}

/** A request's body is small: one that takes longer holds a connection on purpose. */
const REQUEST_TIMEOUT_MS = 30_000;
const SWEEP_MS = 50;
/** A reader that takes nothing for so long is gone or means harm: what waits for it takes memory, its answer a slot. */
const STALLED_MS = 30_000;

/**
 * Listens on loopback, or elsewhere when that is allowed. Throws `ConfigError` (another address, one that this machine
 * doesn't have, a port it may not use) and `UnavailableError('port')`.
 */
export async function serve({ fetch, host, port, allowNonLoopback, ...rest }: ServeOptions): Promise<WebServer> {
  if (!isLoopback(host) && !allowNonLoopback)
    throw new ConfigError(
      `ASK_HOST is not a loopback address, so other machines could read your documents: use 127.0.0.1 behind a reverse proxy, or set ASK_ALLOW_NON_LOOPBACK=true`,
    );
  const { stalledMs = STALLED_MS } = rest;
  // Safe: without options of HTTP/2 it is a plain HTTP server.
  const server = createAdaptorServer({
    fetch,
    overrideGlobalObjects: false,
    serverOptions: { requestTimeout: REQUEST_TIMEOUT_MS },
  }) as Server;
  // Browsers open connections ahead; to Node these are not idle, as they had no request yet.
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  const responses = new Set<ServerResponse>();
  server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    responses.add(response);
    response.once('close', () => responses.delete(response));
    // Also called when nothing was to be written for so long, as while a model thinks: that is fine.
    response.setTimeout(stalledMs, () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toListenError(error, host, port)));
    server.listen({ host: host.replace(/^\[(.*)\]$/, '$1'), port }, resolve);
  });
  // Safe: a server that listens on a host has such an address.
  const { port: taken } = server.address() as AddressInfo;
  return { address: { host, port: taken }, close };

  async function close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of unused) socket.destroy();
    // A connection whose answer ends in the meantime would be kept open for the next request.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    // What was cut off hears of it only now: until it did, what it uses must stay open.
    await Promise.all([...responses].map((response) => once(response, 'close')));
    await setImmediate();
    clearInterval(sweep);
    clearTimeout(cutOff);
  }
}

function toListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UnavailableError(
        'port',
        `port ${port} on ${host} is taken: stop the program that uses it (is paperless-ask running already?) or set ASK_PORT to another one`,
        { cause: error },
      );
    case 'EACCES':
      return new ConfigError(`port ${port} needs rights this user does not have: set ASK_PORT to one above 1023`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError('ASK_HOST is not an address of this machine: set it to 127.0.0.1', { cause: error });
    default:
      return error;
  }
}
