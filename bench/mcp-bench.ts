import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFakePaperless } from '../test/fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../test/fakes/paperless/recorded.ts';
import { serveFake } from '../test/fakes/paperless/serve-fake.ts';
import { type McpCommand, startMcp, toText } from '../test/mcp/start-mcp.ts';
import { TOKEN } from '../test/paperless/test-client.ts';
import { toQuantile } from './quantile.ts';

const BIN = join(import.meta.dirname, '..', 'dist', 'bin');
const STARTS = 15;
const CALLS = 150;

/** Cold start to an answered `tools/list` beside a bare SDK server, in turns; then what a search adds to Paperless. */
export async function benchMcp(): Promise<void> {
  if (!existsSync(join(BIN, 'paperless-search-mcp.js'))) throw new Error('run npm run build first');
  const fake = createFakePaperless(readRecordedLibrary());
  const served = await serveFake(fake);
  const env = { PAPERLESS_API_URL: served.url, PAPERLESS_API_TOKEN: TOKEN, NODE_COMPILE_CACHE: '' };
  const commands: Readonly<Record<string, McpCommand>> = {
    'bare SDK server': { args: [join(import.meta.dirname, 'bare-mcp-server.js')], env: { NODE_COMPILE_CACHE: '' } },
    'paperless-search-mcp': { args: [join(BIN, 'paperless-search-mcp.js')], env },
    'paperless-mcp, default': { args: [join(BIN, 'paperless-mcp.js')], env },
    'paperless-mcp, all': { args: [join(BIN, 'paperless-mcp.js')], env: { ...env, MCP_TOOLSETS: 'all' } },
  };
  const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
  // The first start of each fills the disk cache and, where there is one, the compile cache.
  for (let round = 0; round <= STARTS; round++)
    for (const [name, command] of Object.entries(commands)) {
      const ms = await measureStart(command);
      if (round > 0) times.get(name)?.push(ms);
    }
  const medians = [...times].map(([name, values]) => ({ name, ms: toQuantile(values, 0.5) }));
  const bare = medians[0]?.ms ?? 1;
  console.log(`start to tools/list, median of ${STARTS}`);
  for (const { name, ms } of medians)
    console.log(`  ${name.padEnd(22)} ${ms.toFixed(0)} ms  ${(ms / bare).toFixed(2)}×`);
  await measureSearch(commands['paperless-search-mcp'] ?? { args: [] }, served.url);
  await served.close();
}

async function measureStart(command: McpCommand): Promise<number> {
  const started = performance.now();
  const server = startMcp(command);
  await server.initialize();
  await server.request('tools/list');
  const ms = performance.now() - started;
  server.child.stdin.end();
  await server.finished;
  return ms;
}

async function measureSearch(command: McpCommand, url: string): Promise<void> {
  const server = startMcp(command);
  await server.initialize();
  const own: number[] = [];
  const through: number[] = [];
  let rows = '';
  const fields = 'id,title,correspondent,document_type,storage_path,created,tags';
  const direct = `${url}/api/documents/?created__gte=1990-01-01&ordering=-created&fields=${fields}&page=1&page_size=25`;
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now();
    const answer = await fetch(direct, { headers: { authorization: `Token ${TOKEN}`, accept: 'application/json' } });
    await answer.json();
    const middle = performance.now();
    rows = toText(await server.call('search_documents', { created_from: '1990-01-01' }));
    own.push(middle - start);
    through.push(performance.now() - middle);
  }
  server.child.stdin.end();
  await server.finished;
  // On a busy machine the median is mostly waiting for a core; the quickest tenth is the work itself.
  for (const [name, share] of [
    ['median', 0.5],
    ['quickest tenth', 0.1],
  ] as const) {
    const alone = toQuantile(own, share);
    const added = toQuantile(through, share) - alone;
    console.log(
      `a search adds ${added.toFixed(1)} ms to the ${alone.toFixed(1)} ms of Paperless (${name} of ${CALLS})`,
    );
  }
  console.log(`25 rows are ${rows.length.toLocaleString('en')} characters`);
}
