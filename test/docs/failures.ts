import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { toStorageError } from '../../src/files/storage-error.ts';
import { toConnectionFailure } from '../../src/paperless/connection-failure.ts';
import { readAsker } from '../../src/web/read-asker.ts';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';
import type { Fault } from '../fakes/paperless/faults.ts';
import { type Finished, runPaperlessIndex } from '../programs/run-paperless-index.ts';
import { serveLibrary } from '../programs/serve-library.ts';
import { runPaperlessAsk } from '../programs/start-paperless-ask.ts';
import { createDocuments, writeLibrary } from '../programs/write-library.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';

/** Makes something fail; gives what then stands in the journal. */
type Scenario = (context: TestContext) => Promise<string> | string;

const NOWHERE = '127.0.0.1:9';

/** By the text in the table of docs/operations.md. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'Paperless cannot be reached: nothing listens at this address': async (context) => {
    const { run, stop } = await serveLibrary(context);
    await stop();
    return toJournal(await run([]));
  },
  'Paperless cannot be reached: it did not answer in time': () =>
    toConnectionFailure(toSystemError('UND_ERR_CONNECT_TIMEOUT'), 'GET /api/tags/').error.message,
  'Paperless refused the token (401)': async (context) => {
    const { run } = await serveLibrary(context);
    return toJournal(await run([], { PAPERLESS_API_TOKEN_FILE: '', PAPERLESS_API_TOKEN: 'wrong' }));
  },
  'The user of PAPERLESS_API_TOKEN may not do GET': async (context) => {
    const { run, library } = await serveLibrary(context);
    const { token } = library.addUser({ username: 'rag', permissions: ['view_document'] });
    return toJournal(await run([], { PAPERLESS_API_TOKEN_FILE: '', PAPERLESS_API_TOKEN: token }));
  },
  'Paperless moved GET': (context) => runWithFault(context, ({ raw }) => redirect(`https://papers.example.org${raw}`)),
  'most likely a login page: there is no such API at this address': (context) =>
    runWithFault(context, () => redirect('/accounts/login/?next=/')),
  'cannot start with this environment': async (context) =>
    toJournal(await runPaperlessIndex([], { stateDir: temporaryFolder(context), env: { RAG_TOP_K: 'many' } })),
  "The Paperless export can't be read: there is no folder": async (context) =>
    toJournal(await runPaperlessIndex([], { stateDir: temporaryFolder(context), exportDir: '/nowhere' })),
  'nothing is indexed yet: run paperless-index once, then ask again': async (context) =>
    toJournal(await runPaperlessAsk(['anything'], toEnv(await writeLetters(context)))),
  'port 8015 on 127.0.0.1 is taken': async (context) => {
    const server = createServer().listen(0, '127.0.0.1');
    context.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    // Safe: a server that listens on a port has an address with one.
    const port = String((server.address() as AddressInfo).port);
    const finished = await runPaperlessAsk([], { ...toEnv(await writeLetters(context)), ASK_PORT: port });
    return toJournal(finished).replaceAll(port, '8015');
  },
  'removals refused': async (context) => {
    const surroundings = await writeLetters(context, 60);
    await runPaperlessIndex([], surroundings);
    await writeLibrary(surroundings.exportDir, createDocuments(10));
    return toJournal(await runPaperlessIndex(['--reconcile'], surroundings));
  },
  'the disk is full': () => String(toStorageError(toSystemError('ENOSPC'), '/var/lib/paperless-rag')),
  'cursor.json is damaged': async (context) => {
    const surroundings = await writeLetters(context);
    writeFileSync(join(surroundings.stateDir, 'cursor.json'), '{"version":');
    return toJournal(await runPaperlessIndex([], surroundings));
  },
  'Ollama at 127.0.0.1:11434 could not be reached': async (context) => {
    const env = { EMBEDDING_HOST: NOWHERE, EMBEDDING_MODEL: 'minilm' };
    const finished = await runPaperlessIndex([], { ...(await writeLetters(context)), env });
    return toJournal(finished).replaceAll(NOWHERE, '127.0.0.1:11434');
  },
  'has no model "nomic-embed-text"': async (context) => {
    const env = { EMBEDDING_HOST: (await openOllama(context)).host };
    return toJournal(await runPaperlessIndex([], { ...(await writeLetters(context)), env }));
  },
  'the question could not be embedded, searching by words only': askWithoutOllama,
  'no generated answer, quoting instead': askWithoutOllama,
  'Qdrant could not be reached, or broke the connection': async (context) => {
    const env = { QDRANT_URL: `http://${NOWHERE}` };
    return toJournal(await runPaperlessIndex([], { ...(await writeLetters(context)), env }));
  },
  'This page is reached through its reverse proxy only': () => refuse({}),
  'Nobody is signed in: the reverse proxy has to name the user': () => refuse({ 'X-Ask-Proxy-Secret': 'secret' }),
};

/** Both services of Ollama are there while the index is made, and gone when the question comes. */
async function askWithoutOllama(context: TestContext): Promise<string> {
  const surroundings = await writeLetters(context);
  const models = { EMBEDDING_MODEL: 'minilm', CHAT_MODEL: 'smollm2' };
  const env = { ...models, EMBEDDING_HOST: (await openOllama(context)).host };
  await runPaperlessIndex([], { ...surroundings, env });
  const gone = { EMBEDDING_HOST: NOWHERE, CHAT_HOSTS: NOWHERE };
  return toJournal(await runPaperlessAsk(['heating of letter 2'], { ...toEnv(surroundings), ...models, ...gone }));
}

async function runWithFault(context: TestContext, instead: NonNullable<Fault['instead']>): Promise<string> {
  const { run, paperless } = await serveLibrary(context);
  paperless.faults.add({ instead });
  return toJournal(await run([]));
}

async function openOllama(context: TestContext): Promise<FakeOllama> {
  const ollama = await FakeOllama.start();
  context.after(() => ollama.close());
  return ollama;
}

async function writeLetters(context: TestContext, count = 3) {
  const stateDir = temporaryFolder(context);
  const exportDir = join(stateDir, 'export');
  await writeLibrary(exportDir, createDocuments(count));
  return { stateDir, exportDir };
}

function toEnv({ stateDir, exportDir }: { readonly stateDir: string; readonly exportDir: string }) {
  return { STATE_DIR: stateDir, PAPERLESS_EXPORT_DIR: exportDir };
}

function toJournal({ stdout, stderr }: Pick<Finished, 'stdout' | 'stderr'>): string {
  return `${stdout}${stderr}`;
}

function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

function refuse(headers: Readonly<Record<string, string>>): string {
  try {
    readAsker((name) => headers[name], { kind: 'paperless', userHeader: 'X-Remote-User', secret: 'secret' });
    return '';
  } catch (error) {
    return String(error);
  }
}

function toSystemError(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: 'connect' });
}
