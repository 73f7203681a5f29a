import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A loopback service whose answers wait until they are let go. */
export async function openGate() {
  const held: ServerResponse[] = [];
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    held.push(response);
    onBegun();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Safe: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    begun: () => begun,
    release: () => {
      for (const response of held.splice(0)) response.end('let go');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
