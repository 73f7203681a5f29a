import { createFakePaperless } from '../test/fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../test/fakes/paperless/recorded.ts';
import { serveFake } from '../test/fakes/paperless/serve-fake.ts';
import { startMcp } from '../test/mcp/start-mcp.ts';
import { TOKEN } from '../test/paperless/test-client.ts';
import { toBinPath } from './ensure-built.ts';
import { measureMs } from './measure-ms.ts';
import { toQuantile } from './quantile.ts';

const WARM_UP = 20;

/** Calls of each kind: a page of documents, one document, and a change. */
const CALLS = [
  {
    name: 'documents_list',
    arguments: { page_size: 10, fields: ['id', 'title', 'created'] },
    request: ['GET', '/api/documents/?fields=id,title,created&page_size=10'],
  },
  { name: 'documents_retrieve', arguments: { id: 7 }, request: ['GET', '/api/documents/7/'] },
  {
    name: 'documents_partial_update',
    arguments: { id: 7, title: 'Renamed' },
    request: ['PATCH', '/api/documents/7/', '{"title":"Renamed"}'],
  },
] as const;

export interface CallCost {
  /** Milliseconds. */
  readonly bareP50: number;
  readonly oursP50: number;
  /** Median of what each pair differs by: load that comes and goes strikes both of a pair. */
  readonly addedMs: number;
}

/** What a call of the built paperless-mcp adds to the bare request it makes: in turns, on one fake Paperless. */
export async function measureCallCost(rounds: number): Promise<CallCost> {
  const served = await serveFake(createFakePaperless(readRecordedLibrary()));
  const args = [toBinPath('paperless-mcp')];
  const server = startMcp({ args, env: { PAPERLESS_API_URL: served.url, PAPERLESS_API_TOKEN: TOKEN } });
  const bare: number[] = [];
  const ours: number[] = [];
  await server.initialize();
  for (let round = -WARM_UP; round < rounds; round++)
    for (const { name, arguments: given, request } of CALLS) {
      // Who is first finds the processor's caches cold.
      const isBareFirst = round % 2 === 0;
      const one = isBareFirst ? await measureMs(() => send(served.url, request)) : 0;
      const through = await measureMs(() => server.call(name, given));
      const alone = isBareFirst ? one : await measureMs(() => send(served.url, request));
      if (round < 0) continue;
      bare.push(alone);
      ours.push(through);
    }
  server.child.stdin.end();
  await server.finished;
  await served.close();
  const added = ours.map((ms, index) => ms - (bare[index] ?? 0));
  return { bareP50: toQuantile(bare, 0.5), oursP50: toQuantile(ours, 0.5), addedMs: toQuantile(added, 0.5) };
}

async function send(url: string, [method, path, body]: readonly [string, string, string?]): Promise<void> {
  const headers = {
    authorization: `Token ${TOKEN}`,
    accept: 'application/json; version=10',
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}`);
  await answer.json();
}
