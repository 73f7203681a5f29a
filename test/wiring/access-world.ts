import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AskDeps } from '../../src/ask/deps.ts';
import type { Id } from '../../src/model.ts';
import { PaperlessArchive } from '../../src/paperless/archive.ts';
import { PaperlessSource } from '../../src/paperless/source.ts';
import type { ChatModel, PassageIndex } from '../../src/ports.ts';
import { QDRANT_SCHEMA } from '../../src/qdrant/collection.ts';
import { QdrantPassageIndex } from '../../src/qdrant/qdrant-passage-index.ts';
import { SQLITE_SCHEMA } from '../../src/sqlite/schema.ts';
import { SqlitePassageIndex } from '../../src/sqlite/sqlite-passage-index.ts';
import { runSync } from '../../src/sync/run-sync.ts';
import { ANALYZER_VERSION } from '../../src/text/analyze.ts';
import { CHUNKER_VERSION } from '../../src/text/chunk.ts';
import { createAnswers } from '../../src/web/create-answers.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import type { FakeLibrary } from '../fakes/paperless/library.ts';
import { readRecordedLibrary, readRecordings } from '../fakes/paperless/recorded.ts';
import { PROXY_SECRET } from '../fakes/proxy-secret.ts';
import { FakeQdrant } from '../fakes/qdrant/fake-qdrant.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { createTestClient } from '../paperless/test-client.ts';
import { createTestApp } from '../web/create-test-app.ts';

/** What the reverse proxy sends beside the name. */
export const PROXY = { 'X-Ask-Proxy-Secret': PROXY_SECRET };

/** The tag of ben's that documents shared with anna carry. */
export const LETTERS = { id: 25, name: 'letters' };

/** Who may see what must not depend on where the passages are kept. */
export const STORES = ['SQLite', 'Qdrant'] as const;
export type Store = (typeof STORES)[number];

/** An index of the recorded library, made once; every world reads it through a Paperless of its own. */
export async function indexRecordedLibrary(store: Store) {
  const stateDir = mkdtempSync(join(tmpdir(), 'paperless-rag-'));
  const { index, schema, stop } = await openStore(store, stateDir);
  const sync = async (library: FakeLibrary) => {
    const source = new PaperlessSource(createTestClient(createFakePaperless(library)).client);
    const recipe = { schema, chunker: CHUNKER_VERSION, analyzer: ANALYZER_VERSION };
    const freeBytes = async () => undefined;
    const rest = { embedder: undefined, excludeTags: [], log: SILENT_LOG, now: Date.now, pid: process.pid, freeBytes };
    await runSync({ source, index, recipe, stateDir, ...rest }, { mode: 'tick', signal: new AbortController().signal });
  };
  await sync(addUsers(readRecordedLibrary()));
  return {
    index,
    close: async () => {
      await index.close();
      await stop();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

async function openStore(store: Store, stateDir: string) {
  const rest = { log: SILENT_LOG, now: Date.now };
  if (store === 'SQLite') {
    const index: PassageIndex = new SqlitePassageIndex({ folder: join(stateDir, 'index'), ...rest });
    return { index, schema: SQLITE_SCHEMA, stop: async () => {} };
  }
  const qdrant = await FakeQdrant.start();
  const index: PassageIndex = new QdrantPassageIndex({ url: qdrant.url, collection: 'papers', ...rest });
  return { index, schema: QDRANT_SCHEMA, stop: () => qdrant.close() };
}

/** Beside the recorded ones: somebody who may see nothing, and somebody who is gone. */
function addUsers(library: FakeLibrary): FakeLibrary {
  library.addUser({ id: 6, username: 'nobody', groups: [], permissions: ['view_tag'] });
  library.addUser({ id: 7, username: 'gone', is_active: false, is_superuser: true });
  return library;
}

/** The whole server half, as one Paperless user after the other asks it through the proxy. */
export async function openAccessWorld(index: PassageIndex, { chatModel }: { chatModel?: ChatModel } = {}) {
  const library = addUsers(readRecordedLibrary());
  const paperless = createFakePaperless(library);
  const { client } = createTestClient(paperless);
  let time = Date.UTC(2026, 10, 30);
  const archive = new PaperlessArchive(client, 'https://papers.example/', { now: () => time });
  const deps: AskDeps = {
    index,
    archive,
    embedder: undefined,
    chatModel,
    log: SILENT_LOG,
    now: () => performance.now(),
    settings: { topK: 8, topKScoped: 12 },
    today: () => '2026-11-30',
  };
  const { request } = await createTestApp({
    answers: createAnswers(deps),
    archive,
    settings: { access: { kind: 'paperless', userHeader: 'X-Remote-User', secret: PROXY_SECRET } },
  });
  const as = (user: string) => {
    const headers = { 'X-Remote-User': user, ...PROXY };
    const post = (path: string, body: object) =>
      request(path, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(body),
      });
    return {
      get: (path: string) => request(path, { headers }),
      post,
      /** The answer as a stream of events. */
      stream: (q: string) =>
        request('/api/ask', {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
          body: JSON.stringify({ q }),
        }),
      submit: (form: Readonly<Record<string, string>>) =>
        request('/', {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(form).toString(),
        }),
    };
  };
  return {
    library,
    paperless,
    deps,
    as,
    request,
    /** Lets the rights that are kept grow old. */
    forget: () => {
      time += 60_000;
    },
    userOf: (name: string) =>
      [...library.users.values()].find(({ username }) => username === name) ?? assert.fail(`there is no ${name}`),
    ids: library.list().map(({ id }) => id),
  };
}

export type AccessWorld = Awaited<ReturnType<typeof openAccessWorld>>;

/** What the real Paperless listed for its users. */
export function readVisibleIds(): ReadonlyMap<string, ReadonlySet<Id>> {
  const recordings = readRecordings();
  const idsOf = (name: string) => {
    const body = recordings.get(`documents-list-as-${name}`)?.response.body as { results: readonly { id: Id }[] };
    return new Set(body.results.map(({ id }) => id));
  };
  const all = new Set(readRecordedLibrary().documents.keys());
  return new Map([['admin', all], ...['anna', 'ben', 'reader'].map((name) => [name, idsOf(name)] as const)]);
}
