import { join } from 'node:path';
import { createFakePaperless } from '../test/fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../test/fakes/paperless/recorded.ts';
import { serveFake } from '../test/fakes/paperless/serve-fake.ts';
import { type McpCommand, startMcp, toText } from '../test/mcp/start-mcp.ts';
import { TOKEN } from '../test/paperless/test-client.ts';
import { ensureBuilt, toBinPath } from './ensure-built.ts';
import { measureCallCost } from './mcp-call.ts';
import { measureMs } from './measure-ms.ts';
import { toQuantile } from './quantile.ts';
import type { Figure } from './report/figure.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import { watchPeak } from './watch-peak.ts';

const DOCS = join(import.meta.dirname, '..', 'docs');
const BARE: McpCommand = { args: [join(import.meta.dirname, 'bare-mcp-server.js')], env: { NODE_COMPILE_CACHE: '' } };

interface Server {
  readonly id: string;
  readonly name: string;
  readonly command: McpCommand;
}

/**
 * The built servers: cold start to an answered `tools/list` in turns with a bare SDK server, what the list takes, the
 * memory held by then, and what a search adds to Paperless alone.
 */
export async function benchMcp({ starts, calls }: { starts: number; calls: number }): Promise<Figure[]> {
  await ensureBuilt();
  const served = await serveFake(createFakePaperless(readRecordedLibrary()));
  try {
    const servers = listServers(served.url);
    return [
      ...(await measureStarts(servers, starts)),
      ...(await measureLists(servers)),
      ...(await measureSearch(servers[0]?.command ?? BARE, served.url, calls)),
      await measureApiCall(calls),
    ];
  } finally {
    await served.close();
  }
}

function listServers(url: string): Server[] {
  const env = { PAPERLESS_API_URL: url, PAPERLESS_API_TOKEN: TOKEN, NODE_COMPILE_CACHE: '' };
  const api = [toBinPath('paperless-mcp')];
  // Nobody listens there; it makes the server offer all that it has.
  const withAsk = { ...env, PAPERLESS_ASK_URL: 'http://127.0.0.1:9', MCP_ASK: 'true' };
  return [
    {
      id: 'search',
      name: 'paperless-search-mcp',
      command: { args: [toBinPath('paperless-search-mcp')], env: withAsk },
    },
    { id: 'api', name: 'paperless-mcp', command: { args: api, env } },
    { id: 'api-all', name: 'paperless-mcp, all', command: { args: api, env: { ...env, MCP_TOOLSETS: 'all' } } },
    { id: 'docs', name: 'docs-search-mcp', command: { args: [toBinPath('docs-search-mcp'), DOCS], env } },
  ];
}

async function measureStarts(servers: readonly Server[], starts: number): Promise<Figure[]> {
  const times = new Map<McpCommand, number[]>([BARE, ...servers.map(({ command }) => command)].map((one) => [one, []]));
  // The first start of each fills the disk cache and, where there is one, the compile cache.
  for (let round = 0; round <= starts; round += 1)
    for (const [command, own] of times) {
      const started = performance.now();
      const end = await openList(command);
      if (round > 0) own.push(end.at - started);
      await end.close();
    }
  const median = (command: McpCommand) => toQuantile(times.get(command) ?? [], 0.5);
  return servers.map(({ id, name, command }) => ({
    id: `mcp.start-${id}`,
    what: `${name}: start → tools/list`,
    unit: 'ms',
    ours: median(command),
    beside: { what: 'a bare SDK server, one tool', value: median(BARE) },
  }));
}

async function measureLists(servers: readonly Server[]): Promise<Figure[]> {
  return await withTemporaryFolder(async (folder) => {
    const held = async (command: McpCommand, name: string) => {
      const peak = watchPeak(join(folder, name));
      const list = await openList({ ...command, env: { ...command.env, ...peak.env } });
      await list.close();
      return { mb: peak.readMb(), characters: list.characters };
    };
    const bare = await held(BARE, 'bare');
    const figures: Figure[] = [];
    for (const { id, name, command } of servers) {
      const { mb, characters } = await held(command, id);
      const beside = { what: 'the bare SDK server', value: bare.mb };
      figures.push({ id: `mcp.list-${id}`, what: `${name}: tools/list`, unit: 'characters', ours: characters });
      figures.push({ id: `mcp.rss-${id}`, what: `${name}: memory at most by then`, unit: 'MB', ours: mb, beside });
    }
    return figures;
  });
}

async function openList(command: McpCommand) {
  const server = startMcp(command);
  await server.initialize();
  const { result } = await server.request('tools/list');
  return {
    at: performance.now(),
    characters: JSON.stringify({ tools: result?.tools }).length,
    close: async () => {
      server.child.stdin.end();
      await server.finished;
    },
  };
}

async function measureSearch(command: McpCommand, url: string, calls: number): Promise<Figure[]> {
  const server = startMcp(command);
  await server.initialize();
  const own: number[] = [];
  const through: number[] = [];
  let rows = '';
  const fields = 'id,title,correspondent,document_type,storage_path,created,tags';
  const direct = `${url}/api/documents/?created__gte=1990-01-01&ordering=-created&fields=${fields}&page=1&page_size=25`;
  for (let call = 0; call < calls; call += 1) {
    const alone = async () => {
      const answer = await fetch(direct, { headers: { authorization: `Token ${TOKEN}`, accept: 'application/json' } });
      await answer.json();
    };
    own.push(await measureMs(alone));
    const search = async () => {
      rows = toText(await server.call('search_documents', { created_from: '1990-01-01' }));
    };
    through.push(await measureMs(search));
  }
  server.child.stdin.end();
  await server.finished;
  const ours = toQuantile(through, 0.5);
  const beside = { what: 'the same request to Paperless alone', value: toQuantile(own, 0.5) };
  // Load that comes and goes strikes both of a pair.
  const pairs = through.map((ms, call) => ms - (own[call] ?? 0));
  const added = toQuantile(pairs, 0.5);
  return [
    { id: 'mcp.search-call', what: 'search_documents: a call, p50', unit: 'ms', ours, beside, added },
    { id: 'mcp.rows', what: 'search_documents: 25 rows', unit: 'characters', ours: rows.length },
  ];
}

async function measureApiCall(calls: number): Promise<Figure> {
  const { bareP50, oursP50, addedMs } = await measureCallCost(calls);
  const beside = { what: 'the same requests to Paperless alone', value: bareP50 };
  return { id: 'mcp.api-call', what: 'paperless-mcp: a call, p50', unit: 'ms', ours: oursP50, beside, added: addedMs };
}
