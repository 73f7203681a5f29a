import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const READS = /^\/collections\/[^/]+\/(points|points\/(query|scroll|count)|facet)$/;

/** Stands in front of a real Qdrant and says when something is written there. */
export class RelayQdrant {
  readonly #target: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** Runs before every write and behind it, before the writer gets the answer. */
  betweenSteps: (() => Promise<void>) | undefined;
  readonly #server = createServer((request, response) => {
    // The writer was killed in the middle of its request, or the server went away.
    this.#pass(request, response).catch(() => response.destroy());
  });

  static async start(target: string, headers: Readonly<Record<string, string>>): Promise<RelayQdrant> {
    const relay = new RelayQdrant(target, headers);
    relay.#server.listen(0, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  constructor(target: string, headers: Readonly<Record<string, string>>) {
    this.#target = target;
    this.#headers = headers;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isRead = method === 'GET' || (method === 'POST' && READS.test(url.replace(/\?.*/, '')));
    if (!isRead) await this.betweenSteps?.();
    const answer = await fetch(`${this.#target}${url}`, {
      method,
      headers: { ...this.#headers, 'content-type': 'application/json' },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (!isRead) await this.betweenSteps?.();
    const type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'content-type': type }).end(body);
  }
}
