import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { startMcp } from '../mcp/start-mcp.ts';
import { TOKEN } from '../paperless/test-client.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { WALKS } from './plan.ts';
import { DOCUMENTS, ROOT, readPage } from './read-blocks.ts';
import { runWalk } from './run-walk.ts';

const skip = spawnSync('curl', ['--version']).status !== 0 && 'curl is not installed';

/** A dozen programs one after the other, on a machine that may have more to do. */
const timeout = 240_000;

describe('a newcomer', { concurrency: true, skip }, () => {
  it('gets from the clone to an answer of the demo, on the page and in the terminal', { timeout }, async (context) => {
    const { code, output } = await runWalk(WALKS.demo, { home: temporaryFolder(context) });
    assert.equal(code, 0, output);
    assert.match(output, /"msg":"listening"/);
    assert.match(output, /EUR 46\.33” \[1\]/);
  });

  it('gets from a token to cited answers by every command of the README, and nothing in Paperless changes', {
    timeout,
  }, async (context) => {
    const { fake, url } = await openPaperless(context);
    const { code, output } = await runWalk(WALKS.firstHour, {
      home: temporaryFolder(context),
      replace: { 'https://paperless.example.org': url, '/srv/paperless-export': join(ROOT, 'examples/library') },
      input: `${TOKEN}\n`,
    });
    assert.equal(code, 0, output);
    const said = readOutputs(output);
    assert.match(said('npm run index -- doctor'), /^Everything that is needed works\.$/m);
    assert.match(said('npm run index'), /documents looked at.*\nThe new index \S+ is live/);
    assert.match(said('npm run index -- search'), /^1\. /m);
    for (const question of ['npm run ask -- "How much was the', 'npm run ask -- "How much was it'])
      assert.match(said(question), /\[\d\][\s\S]*^Sources\n\[\d\] /m);
    const { citations, sources } = JSON.parse(said('curl'));
    assert.ok(citations.length > 0 && sources.length > 0);
    assert.ok(fake.requests.length > 10 && fake.requests.every(({ method }) => method === 'GET'));
  });

  it('has documents found by their meaning, and answers written, by the models of an Ollama', {
    timeout,
  }, async (context) => {
    const ollama = await FakeOllama.start({
      models: [
        { name: 'bge-m3:latest', kind: 'embedding', digest: 'a'.repeat(64), contextTokens: 8192, dimensions: 64 },
        { name: 'qwen3:8b', kind: 'chat', digest: 'b'.repeat(64), contextTokens: 8192, dimensions: 64 },
      ],
    });
    context.after(() => ollama.close());
    const { code, output } = await runWalk(WALKS.models, {
      home: temporaryFolder(context),
      replace: { '127.0.0.1:11434': ollama.host },
      env: { PAPERLESS_EXPORT_DIR: join(ROOT, 'examples/library') },
    });
    assert.equal(code, 0, output);
    assert.match(output, /^Everything that is needed works\.$/m);
    assert.match(output, /44 indexed/);
    assert.ok(ollama.sentTo('/api/embed').length > 0);
  });

  it('sees the tools of a server without a client', async (context) => {
    const { url } = await openPaperless(context);
    const env = { PAPERLESS_API_URL: url, PAPERLESS_API_TOKEN: TOKEN };
    const { code, output } = await runWalk(WALKS.client, { home: temporaryFolder(context), env });
    assert.equal(code, 0, output);
    assert.match(output, /"tools":\[\{"name":"search_documents"/);
  });
});

describe('every client configuration of the documents', () => {
  const configurations = DOCUMENTS.flatMap((document) => readPage(document).blocks).filter(
    ({ language }) => language === 'json',
  );

  it('starts servers that list their tools', async (context) => {
    const { url } = await openPaperless(context);
    const folder = temporaryFolder(context);
    writeFileSync(join(folder, 'token'), TOKEN);
    writeFileSync(join(folder, 'notes.md'), '# Notes\n\nThe key is under the mat.\n');
    assert.ok(configurations.length >= 2);
    for (const { text } of configurations) {
      const here = text
        .replaceAll('https://paperless.example.org', url)
        .replaceAll('/home/anna/.config/paperless-token', join(folder, 'token'))
        .replaceAll('/home/anna/notes', folder)
        .replaceAll('/path/to/paperless-rag', ROOT);
      const { mcpServers } = JSON.parse(here) as { mcpServers: Readonly<Record<string, Server>> };
      for (const { command, args = [], env } of Object.values(mcpServers)) {
        const program = command.endsWith('/node') ? [] : [join(ROOT, 'src', `${command}.ts`)];
        // On NixOS a wrapper sets these.
        const wrapped = { PAPERLESS_API_URL: url, PAPERLESS_API_TOKEN_FILE: join(folder, 'token') };
        const server = startMcp({ args: [...program, ...args], env: env ?? wrapped });
        context.after(() => server.child.kill());
        const { result } = await server.request('tools/list');
        assert.ok((result?.tools?.length ?? 0) > 0, command);
        server.child.stdin.end();
      }
    }
  });
});

interface Server {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

async function openPaperless(context: TestContext) {
  const fake = createFakePaperless(readRecordedLibrary());
  const served = await serveFake(fake);
  context.after(() => served.close());
  return { fake, url: served.url };
}

/** What the first command of that beginning, or exactly that one, printed; without the log. */
function readOutputs(output: string): (command: string) => string {
  const parts = output.split(/^\$ /m);
  return (command) => {
    const part =
      parts.find((text) => text.startsWith(`${command}\n`)) ?? parts.find((text) => text.startsWith(command));
    const lines = (part ?? '').split('\n').slice(1);
    return lines
      .filter((line) => !line.startsWith('{"level"'))
      .join('\n')
      .trim();
  };
}
