import type { ServerResponse } from 'node:http';
import { LoopbackServer } from '../fakes/loopback-server.ts';

/** A loopback service whose answers wait until they are let go. */
export async function openGate() {
  const held: ServerResponse[] = [];
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>();
  const server = new LoopbackServer((_request, response) => {
    held.push(response);
    onBegun();
  });
  await server.listen();
  return {
    url: `${server.url}/`,
    begun: () => begun,
    release: () => {
      for (const response of held.splice(0)) response.end('let go');
    },
    close: () => server.close(),
  };
}
