import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from '../loopback-server.ts';

const READS = /^\/collections\/[^/]+\/(points|points\/(query|scroll|count)|facet)$/;

/** Stands in front of a real Qdrant and says when something is written there. */
export class RelayQdrant {
  readonly #target: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** Runs before every write and behind it, before the writer gets the answer. */
  betweenSteps: (() => Promise<void>) | undefined;
  readonly #server = new LoopbackServer((request, response) => {
    // The writer was killed in the middle of its request, or the server went away.
    this.#pass(request, response).catch(() => response.destroy());
  });

  static async start(target: string, headers: Readonly<Record<string, string>>): Promise<RelayQdrant> {
    const relay = new RelayQdrant(target, headers);
    await relay.#server.listen();
    return relay;
  }

  constructor(target: string, headers: Readonly<Record<string, string>>) {
    this.#target = target;
    this.#headers = headers;
  }

  get url(): string {
    return this.#server.url;
  }

  close(): Promise<void> {
    return this.#server.close();
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
