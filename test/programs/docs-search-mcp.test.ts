import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { describeMcpProcess } from '../contract/mcp-process.ts';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';
import { startMcp } from '../mcp/start-mcp.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';

const TRACE = join(import.meta.dirname, '../docs-search/trace-files.js');
const PROGRAM = join(import.meta.dirname, '../../src/docs-search-mcp.ts');

describeMcpProcess('docs-search-mcp', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  writeFileSync(join(folder, 'a.md'), '# Backups\n\nEvery night.\n');
  return {
    command: { args: [PROGRAM, folder], env: {} },
    quick: { name: 'search_documents', arguments: { query: 'backups' } },
    text: { name: 'search_documents', argument: 'query' },
    close: async () => rmSync(folder, { recursive: true }),
  };
});

describe('docs-search-mcp', () => {
  it('says on stderr what it serves and what it skips', async (context) => {
    const folder = fill(context, { 'a.md': 'A', 'b.md': 'a\0b' });
    const server = start(context, [folder]);
    await server.initialize();
    await server.call('list_documents', {});
    server.child.stdin.end();
    const { stderr, code } = await server.finished;
    assert.equal(code, 0);
    assert.match(
      stderr,
      /^skipped "b\.md": a binary file, or not UTF-8\nserving 1 documents, 1 passages, search: lexical\n/,
    );
  });

  it('does not start on a folder that is missing, empty or a file', async (context) => {
    const folder = fill(context, { 'a.html': 'x' });
    for (const [path, reason] of [
      [join(folder, 'nowhere'), /^fatal: the folder .* does not exist\n$/],
      [folder, /^fatal: there is no \.md, \.markdown or \.txt file in /],
      [join(folder, 'a.html'), /^fatal: the folder .* is not a folder\n$/],
      ['~/notes', /^fatal: the folder ~\/notes does not exist: write the whole path, ~ stands for nothing here\n$/],
    ] as const) {
      const { code, stderr, lines } = await start(context, [path]).finished;
      assert.deepEqual([code, lines], [1, []]);
      assert.match(stderr, reason);
    }
  });

  it('refuses wrong arguments and names the right ones', async (context) => {
    const { code, stderr } = await start(context, ['/tmp', '--olama-model', 'x']).finished;
    assert.equal(code, 64);
    assert.match(stderr, /--ollama-model/);
    assert.equal((await start(context, []).finished).code, 64);
    assert.equal((await start(context, ['/tmp', '--chunk', '99']).finished).code, 64);
  });

  it('a wrong Ollama was called EMBEDDING_HOST, a variable that this program does not read', async (context) => {
    const folder = fill(context, { 'a.md': 'A' });
    const { code, stderr } = await start(context, [folder, '--ollama-model', 'm', '--ollama-host', 'ftp://x']).finished;
    assert.equal(code, 78);
    assert.match(stderr, /^docs-search-mcp: --ollama-host is not an address/);
  });

  it('says what is wrong with the model, not only that there is a ConfigError', async (context) => {
    const folder = fill(context, { 'a.md': 'A' });
    const ollama = await FakeOllama.start();
    context.after(() => ollama.close());
    const server = start(context, [folder, '--ollama-model', 'no-such-model', '--ollama-host', ollama.host]);
    while (!server.stderr().includes('no embeddings')) await once(server.child.stderr, 'data');
    assert.match(server.stderr(), /"reason":"--ollama-model: .*ollama pull no-such-model/);
  });

  it('lists and reads resources, and completes ids', async (context) => {
    const id = 'Über uns/50% [v1].md';
    const folder = fill(context, { [id]: '# Hallo\n', 'a.md': 'A' });
    const server = start(context, [folder]);
    await server.initialize();
    const { resources = [] } = (await server.request('resources/list')).result ?? {};
    assert.deepEqual(
      resources.map(({ name }) => name),
      [id, 'a.md'].sort(),
    );
    for (const { uri, name } of resources) {
      const { result } = await server.request('resources/read', { uri });
      assert.equal(result?.contents?.[0]?.text, name === id ? '# Hallo\n' : 'A');
    }
    for (const uri of [
      'docs://../a.md',
      'docs:///etc/passwd',
      'file:///etc/passwd',
      'docs://a%00.md',
      'docs://%2561.md',
    ])
      assert.match((await server.request('resources/read', { uri })).error?.message ?? '', /^Resource not found/);
    const completion = await server.request('completion/complete', {
      ref: { type: 'ref/resource', uri: 'docs://{+id}' },
      argument: { name: 'id', value: 'über' },
    });
    assert.deepEqual(completion.result?.completion?.values, [id]);
  });

  it('touches no file because of an argument', async (context) => {
    const folder = fill(context, { 'a.md': 'alpha', 'sub/b.md': 'beta' });
    const server = startMcp({ args: ['--import', TRACE, PROGRAM, folder, '--no-watch'], env: {} });
    context.after(() => server.child.kill('SIGKILL'));
    await server.initialize();
    // A first call of each kind may load what it needs.
    const paths = [
      'a.md',
      '/etc/passwd',
      `${folder}/a.md`,
      '../../etc/passwd',
      'sub/../a.md',
      'nul\0',
      '.',
      'C:\\a.md',
    ];
    const callAll = async () => {
      for (const path of paths) {
        await server.call('read_document', { id: path });
        await server.call('search_documents', { query: path });
        await server.request('resources/read', { uri: `docs://${path}` });
        await server.request('resources/read', { uri: `file://${path}` });
      }
      await server.call('list_documents', {});
      await server.request('resources/list');
      await server.request('completion/complete', {
        ref: { type: 'ref/resource', uri: 'docs://{+id}' },
        argument: { name: 'id', value: '/etc/passwd' },
      });
    };
    await callAll();
    const traced = server
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('file '));
    assert.ok(traced.includes(`file ${folder}/a.md`), 'the trace works');
    assert.ok(!traced.some((line) => /passwd|C:/.test(line)));
    await callAll();
    const after = server
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('file '));
    assert.deepEqual(after.slice(traced.length), []);
  });

  it('answers tools/list while it still reads the folder', async (context) => {
    const text = Array.from({ length: 4_000 }, (_, number) => `word${number.toString(36)} and others`).join(' ');
    const files = Object.fromEntries(Array.from({ length: 150 }, (_, number) => [`${number}.md`, `${number} ${text}`]));
    const server = start(context, [fill(context, files)]);
    await server.initialize();
    const order: string[] = [];
    const searched = server.call('search_documents', { query: 'others' }).then(() => order.push('search'));
    for (let round = 0; round < 3; round += 1) {
      await server.request('tools/list');
      order.push('list');
    }
    await searched;
    assert.deepEqual(order, ['list', 'list', 'list', 'search']);
  });

  it('tells its client when the folder changes', async (context) => {
    const folder = fill(context, { 'a.md': 'alpha' });
    const server = start(context, [folder]);
    await server.initialize();
    await server.call('list_documents', {});
    const told = server.notification('notifications/resources/list_changed');
    writeFileSync(join(folder, 'b.md'), 'omega');
    await told;
    const { result } = await server.call('search_documents', { query: 'omega' });
    assert.match(JSON.stringify(result?.structuredContent), /"id":"b\.md"/);
  });
});

function start(context: TestContext, args: readonly string[]) {
  const server = startMcp({ args: [PROGRAM, ...args], env: {} });
  context.after(() => server.child.kill('SIGKILL'));
  return server;
}

function fill(context: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder(context);
  for (const [id, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, id)), { recursive: true });
    writeFileSync(join(folder, id), content);
  }
  return folder;
}
