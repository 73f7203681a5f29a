import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { serve } from '../../src/web/serve.ts';
import { createScriptedAnswers, type Step } from '../fakes/scripted-answers.ts';
import { createTestApp } from './create-test-app.ts';

type Parts = NonNullable<Parameters<typeof createTestApp>[0]>;

/** The app on a free port, answering as `script` says. */
export async function startServer(
  context: TestContext,
  script: (q: string) => Iterable<Step>,
  { stalledMs, ...parts }: Parts & { readonly stalledMs?: number } = {},
) {
  const answers = createScriptedAnswers(script);
  const { app } = await createTestApp({ answers, ...parts });
  const rest = { ...(stalledMs !== undefined && { stalledMs }), allowNonLoopback: false };
  const server = await serve({ fetch: app.fetch, host: '127.0.0.1', port: 0, ...rest });
  context.after(() => server.close(0));
  const { host, port } = server.address;
  const url = `http://${host}:${port}`;
  const sockets: Socket[] = [];
  context.after(() => {
    for (const socket of sockets) socket.destroy();
  });
  return {
    answers,
    server,
    url,
    ask: (q: string, { path = '/api/ask', signal, accept = '*/*' }: AskOptions = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: accept },
        body: JSON.stringify({ q }),
        signal: signal ?? null,
      }),
    /** How many questions are `running` or `waiting`. */
    async gauge(name: 'running' | 'waiting'): Promise<number> {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^paperless_ask_questions_${name} (\\d+)$`, 'm').exec(text)?.[1]);
    },
    /** A connection that sends one request and reads nothing until it is told to. */
    async send(request: string): Promise<Socket> {
      const socket = connect(port, host).pause();
      sockets.push(socket);
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(request.replaceAll('\n', '\r\n'));
      return socket;
    },
  };
}

interface AskOptions {
  readonly path?: string;
  readonly signal?: AbortSignal;
  readonly accept?: string;
}

/** One request as it goes over the wire. */
export function toPost(path: string, body: string, type = 'application/json', headers = ''): string {
  const length = Buffer.byteLength(body);
  return `POST ${path} HTTP/1.1\nHost: 127.0.0.1\nContent-Type: ${type}\nContent-Length: ${length}\n${headers}\n${body}`;
}

/** Resolves once `condition` holds, however many turns of the event loop that takes. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
