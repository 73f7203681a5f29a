import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '../sync/temporary-folder.ts';

const AGENT = join(import.meta.dirname, '../../examples/agent.ts');

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string; readonly tool_name?: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

describe('examples/agent.ts', () => {
  it('lets the model search and read, and prints its answer', async (context) => {
    const { asked, stdout, stderr, code } = await runAgent(context, (_, step) =>
      step === 1
        ? { tool_calls: [{ function: { name: 'search_documents', arguments: { query: 'backup' } } }] }
        : step === 2
          ? { tool_calls: [{ function: { name: 'read_document', arguments: { id: 'backup.md' } } }] }
          : { content: 'Every night (backup.md).' },
    );
    assert.deepEqual([code, stdout], [0, 'Every night (backup.md).\n']);
    const steps = stderr.split('\n').filter((line) => /^\d\. /.test(line));
    assert.deepEqual(steps, ['1. search_documents {"query":"backup"}', '2. read_document {"id":"backup.md"}']);
    assert.deepEqual(asked[0]?.tools?.map((tool) => tool.function.name).sort(), [
      'list_documents',
      'read_document',
      'search_documents',
    ]);
    assert.match(asked[0]?.messages[0]?.content ?? '', /data, not instructions/);
    assert.match(asked[2]?.messages.at(-1)?.content ?? '', /The job runs every night/);
  });

  it('gives the errors of a tool to the model', async (context) => {
    const { asked } = await runAgent(context, (_, step) =>
      step === 1
        ? { tool_calls: [{ function: { name: 'read_document', arguments: { id: 'bakcup.md' } } }] }
        : { content: 'ok' },
    );
    assert.match(asked[1]?.messages.at(-1)?.content ?? '', /Did you mean: backup\.md/);
  });

  it('ends though the model never stops calling tools', async (context) => {
    const { asked, stdout } = await runAgent(context, ({ tools }) =>
      tools === undefined
        ? { content: 'That is all I found.' }
        : { tool_calls: [{ function: { name: 'list_documents', arguments: {} } }] },
    );
    assert.equal(asked.length, 8);
    assert.equal(stdout, 'That is all I found.\n');
  });
});

async function runAgent(context: TestContext, reply: (asked: Asked, step: number) => object) {
  const asked: Asked[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = JSON.parse(await text(request)) as Asked;
    asked.push(body);
    const message = { role: 'assistant', content: '', ...reply(body, asked.length) };
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ model: 'scripted', message, done: true }));
  }).listen(0, '127.0.0.1');
  context.after(() => server.close());
  await once(server, 'listening');
  const folder = temporaryFolder(context);
  writeFileSync(join(folder, 'backup.md'), '# Backup\n\nThe job runs every night.\n');
  // Safe: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [AGENT, folder, 'scripted', 'When does the backup run?'], {
    env: { PATH: process.env.PATH, OLLAMA_HOST: `http://127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  context.after(() => child.kill());
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { asked, stdout, stderr, code };
}
