import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { describeMcpProcess } from '../contract/mcp-process.ts';
import { createFakePaperless, type FakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { startMcp, toText } from '../mcp/start-mcp.ts';
import { TOKEN } from '../paperless/test-client.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { runPaperlessIndex } from './run-paperless-index.ts';
import { startPaperlessAsk } from './start-paperless-ask.ts';

const PROGRAM = join(import.meta.dirname, '../../src/paperless-search-mcp.ts');

const toEnv = (url: string) => ({ PAPERLESS_API_URL: url, PAPERLESS_API_TOKEN: TOKEN });

describeMcpProcess('paperless-search-mcp', async () => {
  const fake = createFakePaperless(readRecordedLibrary());
  const served = await serveFake(fake);
  const { before, begun, release } = holdBack();
  fake.faults.add({ before }, { match: ({ query }) => query.query === '"slow"' });
  return {
    command: { args: [PROGRAM], env: toEnv(served.url) },
    quick: { name: 'search_documents', arguments: { query: 'Strom', page_size: 3 } },
    text: { name: 'search_documents', argument: 'query' },
    slow: { name: 'search_documents', arguments: { query: 'slow' }, begun, release },
    secrets: [TOKEN],
    async close() {
      release();
      await served.close();
    },
  };
});

describe('paperless-search-mcp', () => {
  it('lists its tools while Paperless is down, and tells that it is down only when asked', async (test) => {
    const gone = await serveFake(createFakePaperless());
    await gone.close();
    const server = await start(test, toEnv(gone.url));
    assert.equal((await server.request('tools/list')).result?.tools?.length, 3);
    const answer = await server.call('search_documents', { query: 'x' });
    assert.equal(answer.result?.isError, true);
    assert.match(toText(answer), /"code":"unavailable".*nothing listens at this address/);
  });

  it('names every problem of its environment at once, on stderr, and does not start', async () => {
    const { code, stderr, lines } = await startMcp({ args: [PROGRAM], env: { MCP_ASK: 'maybe' } }).finished;
    assert.equal(code, 78);
    assert.deepEqual(lines, []);
    assert.match(
      stderr,
      /PAPERLESS_API_URL: must be set[\s\S]*PAPERLESS_API_TOKEN: must be set[\s\S]*MCP_ASK: must be true or false/,
    );
  });

  it('refuses arguments, and --help goes to stdout', async () => {
    assert.equal((await startMcp({ args: [PROGRAM, 'serve'] }).finished).code, 64);
    const { code, lines } = await startMcp({ args: [PROGRAM, '--help'] }).finished;
    assert.equal(code, 0);
    assert.match(lines.join('\n'), /PAPERLESS_API_TOKEN_FILE/);
  });

  it('a second answer is as private as the first: neither token nor document text in the log', async (test) => {
    const { url } = await openPaperless(test);
    const server = await start(test, { ...toEnv(url), LOG_LEVEL: 'debug' });
    assert.match(toText(await server.call('read_document', { id: 7 })), /Brightline/);
    server.child.stdin.end();
    const { stderr } = await server.finished;
    assert.match(stderr, /tool called/);
    assert.doesNotMatch(stderr, new RegExp(`${TOKEN}|Brightline`));
  });

  it('finds passages in the index itself, and over a running paperless-ask: the same ones', async (test) => {
    const { url } = await openPaperless(test);
    const stateDir = temporaryFolder(test);
    const { code, stderr } = await runPaperlessIndex([], { stateDir, env: toEnv(url) });
    assert.equal(code, 0, stderr);
    const ask = startPaperlessAsk([], { ...toEnv(url), STATE_DIR: stateDir, ASK_PORT: '0' });
    test.after(() => ask.child.kill('SIGKILL'));
    const answers = await Promise.all(
      [{ STATE_DIR: stateDir }, { PAPERLESS_ASK_URL: await ask.listening }].map(async (way) => {
        const server = await start(test, { ...toEnv(url), ...way, MCP_ASK: 'true' });
        const found = await server.call('search_passages', { question: 'Brightline invoice 2021', limit: 3 });
        const answer = await server.call('ask_documents', {
          question: 'What was the total of the Brightline invoice in March 2021?',
        });
        assert.match(toText(answer), /"citations":\[\{"n":1,"document_id":/);
        return JSON.parse(toText(found)) as { passages: { document_id: number; text: string }[]; mode: string };
      }),
    );
    assert.deepEqual(answers[0], answers[1]);
    assert.equal(answers[0]?.passages[0]?.document_id, 7);
  });

  it('the index check is no internal error when less than a minute is left of its budget', async (test) => {
    const { url } = await openPaperless(test);
    const server = await start(test, { ...toEnv(url), MCP_CALL_BUDGET_S: '30' });
    assert.match(toText(await server.call('search_index_health', { sample_size: 5 })), /"verdict":"healthy"/);
  });

  it('cancelled in the middle of healing, saves no further document', async (test) => {
    const { url, fake } = await openPaperless(test);
    for (const id of [41, 42, 43, 44]) fake.library.index.remove(id);
    const { before, begun, release } = holdBack();
    fake.faults.add({ before }, { match: ({ method }) => method === 'PATCH', times: 1 });
    const server = await start(test, toEnv(url));
    server.call('search_index_health', { heal: true, min_age_seconds: 0 }).catch(() => {});
    await begun();
    server.send({ method: 'notifications/cancelled', params: { requestId: server.lastId() } });
    // Answered after the cancellation was read.
    await server.request('ping');
    release();
    await server.call('search_documents', { query: 'Strom' });
    assert.equal(fake.requests.filter(({ method }) => method === 'PATCH').length, 1);
  });

  it('tells progress while it heals, and heals', async (test) => {
    const { url, fake } = await openPaperless(test);
    for (const id of [41, 42]) fake.library.index.remove(id);
    const server = await start(test, toEnv(url));
    const answer = await server.call('search_index_health', { heal: true, min_age_seconds: 0 }, { progressToken: 'p' });
    assert.match(toText(answer), /"healed_ids":\[42,41\]/);
    const told = server.messages.filter(({ method }) => method === 'notifications/progress');
    assert.ok(told.length >= 4);
    assert.ok(told.every(({ params }) => params?.progressToken === 'p'));
  });
});

async function openPaperless(test: TestContext): Promise<{ url: string; fake: FakePaperless }> {
  const fake = createFakePaperless(readRecordedLibrary());
  const served = await serveFake(fake);
  test.after(() => served.close());
  return { url: served.url, fake };
}

async function start(test: TestContext, env: Readonly<Record<string, string>>) {
  const server = startMcp({ args: [PROGRAM], env });
  test.after(async () => {
    server.child.kill('SIGKILL');
    await server.finished;
  });
  await server.initialize();
  return server;
}

/** Holds a request back until it is let go. */
function holdBack() {
  const start = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  return {
    before: () => {
      start.resolve();
      return go.promise;
    },
    begun: () => start.promise,
    release: () => go.resolve(),
  };
}
