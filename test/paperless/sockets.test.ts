import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { ConfigError, UnavailableError } from '../../src/errors.ts';
import { PaperlessSource } from '../../src/paperless/source.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { createTestClient } from './test-client.ts';

/** What only a real connection can show: how Node's fetch fails, and that the errors it fails with are understood. */
describe('PaperlessClient over real sockets', () => {
  let server: Server;
  let url: string;
  let answer: (response: ServerResponse) => void = () => {};

  before(async () => {
    server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Safe: it listens on a port.
    url = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const countAt = (apiUrl: string, signal?: AbortSignal) => {
    const { client } = createTestClient({ fetch: globalThis.fetch }, { apiUrl });
    return new PaperlessSource(client).count(signal === undefined ? {} : { signal });
  };

  it('reads the whole fake library', async () => {
    const fake = createFakePaperless(readRecordedLibrary());
    const served = await serveFake(fake);
    try {
      assert.equal(await countAt(`${served.url}/api/`), 44);
      assert.equal(fake.requests[0]?.headers.host, new URL(served.url).host);
    } finally {
      await served.close();
    }
    await assert.rejects(countAt(served.url), (error: unknown) => {
      assert.ok(error instanceof UnavailableError);
      assert.match(error.message, /nothing listens at this address/);
      return true;
    });
  });

  it('an answer cut in the middle of the body', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"count": 44, "results": [', () => response.destroy());
    };
    await assert.rejects(countAt(`http://${url}`), (error: unknown) => {
      assert.ok(error instanceof UnavailableError);
      assert.match(error.message, /the connection was cut/);
      return true;
    });
  });

  it('a connection cut before any answer', async () => {
    answer = (response) => response.destroy();
    await assert.rejects(countAt(`http://${url}`), /the connection was cut/);
  });

  it('does not follow a redirect, and sees where it leads', async () => {
    answer = (response) => response.writeHead(301, { location: `https://${url}/api/documents/` }).end();
    await assert.rejects(countAt(`http://${url}`), new RegExp(`Set PAPERLESS_API_URL to https://${url}`));
  });

  it('https at a port that speaks http', async () => {
    await assert.rejects(countAt(`https://${url}`), (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /No secure connection/);
      return true;
    });
  });

  it('aborts while the answer is awaited', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    await assert.rejects(countAt(`http://${url}`, controller.signal), { name: 'AbortError' });
  });
});
