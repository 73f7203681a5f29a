import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { describeMcpProcess } from '../contract/mcp-process.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { startMcp, toText } from '../mcp/start-mcp.ts';
import { TOKEN } from '../paperless/test-client.ts';

const PROGRAM = join(import.meta.dirname, '../../src/paperless-mcp.ts');
const toEnv = (url: string) => ({ PAPERLESS_API_URL: url, PAPERLESS_API_TOKEN: TOKEN });
const NOWHERE = toEnv('http://127.0.0.1:9');

describeMcpProcess('paperless-mcp', async () => {
  const fake = createFakePaperless(readRecordedLibrary());
  const served = await serveFake(fake);
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const before = () => {
    begun.resolve();
    return go.promise;
  };
  fake.faults.add({ before }, { match: ({ query }) => query.text === 'slow' });
  return {
    command: { args: [PROGRAM], env: toEnv(served.url) },
    quick: { name: 'documents_list', arguments: { text: 'Strom', page_size: 3 } },
    text: { name: 'tags_create', argument: 'name' },
    slow: {
      name: 'documents_list',
      arguments: { text: 'slow' },
      begun: () => begun.promise,
      release: () => go.resolve(),
    },
    secrets: [TOKEN],
    async close() {
      go.resolve();
      await served.close();
    },
  };
});

describe('paperless-mcp', () => {
  it('lists its tools while Paperless is down, and tells that it is down only when asked', async (test) => {
    const server = await start(test, NOWHERE);
    assert.equal((await server.request('tools/list')).result?.tools?.length, 80);
    assert.match(toText(await server.call('statistics_retrieve', {})), /"code":"unavailable"/);
  });

  it('offers what the environment selects', async (test) => {
    const server = await start(test, { ...NOWHERE, MCP_TOOLSETS: 'statistics,trash', MCP_READ_ONLY: 'true' });
    const names = (await server.request('tools/list')).result?.tools?.map(({ name }) => name);
    assert.deepEqual(names, ['statistics_retrieve', 'trash_list']);
  });

  it('does not start with unknown names: 78, and what there is', async () => {
    const env = { ...NOWHERE, MCP_TOOLSETS: 'tag', MCP_TOOLS: 'token_create' };
    const { code, stderr, lines } = await startMcp({ args: [PROGRAM], env }).finished;
    assert.equal(code, 78);
    assert.match(stderr, /there is no tag\. There are: all, .*tags/);
    assert.match(stderr, /there is no token_create/);
    assert.deepEqual(lines, []);
  });
});

async function start(test: TestContext, env: Readonly<Record<string, string>>) {
  const server = startMcp({ args: [PROGRAM], env });
  test.after(async () => {
    server.child.kill('SIGKILL');
    await server.finished;
  });
  await server.initialize();
  return server;
}
