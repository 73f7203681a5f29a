import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { FakePaperless } from './fake-paperless.ts';

/** The fake on a free loopback port, for programs that run in a process of their own. */
export async function serveFake(fake: FakePaperless): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = serve({ fetch: (request) => fake.fetch(request), hostname: '127.0.0.1', port: 0 });
  if (!server.listening) await once(server, 'listening');
  // Safe: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
