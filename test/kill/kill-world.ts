import { type FSWatcher, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { parseConfig } from '../../src/config/config.ts';
import type { PassageIndex } from '../../src/ports.ts';
import { QdrantPassageIndex } from '../../src/qdrant/qdrant-passage-index.ts';
import { SqlitePassageIndex } from '../../src/sqlite/sqlite-passage-index.ts';
import { runSync } from '../../src/sync/run-sync.ts';
import { createSyncDeps } from '../../src/wiring/create-deps.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { FakeLibrary } from '../fakes/paperless/library.ts';
import { serveFake } from '../fakes/paperless/serve-fake.ts';
import { FakeQdrant } from '../fakes/qdrant/fake-qdrant.ts';
import { RelayQdrant } from '../fakes/qdrant/relay-qdrant.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { TOKEN } from '../paperless/test-client.ts';
import { type Finished, startPaperlessIndex } from '../programs/run-paperless-index.ts';
import { createTestName, deleteCollections, findRealServer } from '../qdrant/real-server.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { changeLibrary, createChangingLibrary, createPastClock } from './change-library.ts';

export type Store = 'sqlite' | 'qdrant';

/**
 * When to kill: right before the program's n-th change of its disk, when a service has got the n-th request (or is in the
 * middle of a write), or when the index folder was seen to change for the n-th time, somewhere inside what SQLite does.
 */
export interface Moment {
  readonly at: 'step' | 'request' | 'disk';
  readonly nth: number;
}

export interface Run extends Finished {
  /** How often each kind of moment came. */
  readonly moments: Readonly<Record<Moment['at'], number>>;
  /** What it was doing when it was killed: `transaction`, `statement`, `file`, `request`, `write` (at Qdrant), `disk`. */
  readonly killedIn: string | undefined;
}

/** A Paperless that changes, a store, and the program between them. */
export async function createKillWorld(context: TestContext, store: Store, random: () => number) {
  const library = new FakeLibrary(createPastClock());
  createChangingLibrary(library, random);
  const paperless = createFakePaperless(library);
  const served = await serveFake(paperless);
  context.after(() => served.close());
  const folder = temporaryFolder(context);
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, `${TOKEN}\n`);
  const stateDir = join(folder, 'state');
  const home = await createHome(store, stateDir);
  context.after(() => home.close());
  let onRequest = (_what: string) => {};
  paperless.faults.add({ before: () => onRequest('request') });
  home.onStep((what) => onRequest(what));

  /** Runs the program to its end, or to `moment`. */
  async function run(args: readonly string[], moment?: Moment): Promise<Run> {
    const nth = (at: Moment['at']) => (moment?.at === at ? moment.nth : Number.POSITIVE_INFINITY);
    const moments = { step: 0, request: 0, disk: 0 };
    let killedIn: string | undefined;
    const env = {
      PAPERLESS_API_URL: served.url,
      PAPERLESS_API_TOKEN_FILE: tokenFile,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'kill-at-step.ts')}`,
      ...(moment?.at === 'step' && { KILL_AT_STEP: String(moment.nth) }),
      ...home.env,
    };
    const { child, finished } = startPaperlessIndex([...args, '--json'], { stateDir: home.stateDir, env });
    const pass = (at: 'request' | 'disk', what: string) => {
      moments[at] += 1;
      if (moments[at] !== nth(at)) return;
      killedIn = what;
      child.kill('SIGKILL');
    };
    onRequest = (what) => pass('request', what);
    const watcher = watchFolder(join(home.stateDir, 'index'), () => pass('disk', 'disk'));
    const done = await finished;
    watcher?.close();
    onRequest = () => {};
    moments.step = Number(/"steps?":(\d+)/.exec(done.stderr)?.[1] ?? 0);
    const step = /"killed":"(\w+)"/.exec(done.stderr)?.[1];
    return { ...done, moments, killedIn: done.signal === null ? undefined : (step ?? killedIn) };
  }

  return {
    library,
    stateDir,
    index: home.index,
    run,
    change: (options: { readonly hidden: boolean }) => changeLibrary(library, random, options),
    /** Waits with every write at Qdrant for `check`. */
    betweenWrites: (check: () => Promise<void>) => home.betweenWrites(check),
    /** Builds the same library anew, elsewhere and in this process, and hands over that index. */
    async withFreshBuild(name: string, use: (index: PassageIndex) => Promise<void>): Promise<void> {
      const fresh = await createHome(store, join(folder, name));
      try {
        const env = { PAPERLESS_API_URL: served.url, PAPERLESS_API_TOKEN_FILE: tokenFile, STATE_DIR: fresh.stateDir };
        const deps = createSyncDeps(toConfig({ ...env, ...fresh.env }), fresh.index, SILENT_LOG);
        await runSync(deps, { mode: 'full', signal: new AbortController().signal });
        await use(fresh.index);
      } finally {
        await fresh.close();
        rmSync(fresh.stateDir, { recursive: true, force: true });
      }
    },
  };
}

/** Where an index lives. */
interface Home {
  readonly stateDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly index: PassageIndex;
  onStep(step: (what: 'request' | 'write') => void): void;
  betweenWrites(check: () => Promise<void>): void;
  close(): Promise<void>;
}

async function createHome(store: Store, stateDir: string): Promise<Home> {
  if (store === 'sqlite') {
    const index = new SqlitePassageIndex({ folder: join(stateDir, 'index'), log: SILENT_LOG, now: Date.now });
    return { stateDir, env: {}, index, onStep: () => {}, betweenWrites: () => {}, close: () => index.close() };
  }
  const { url, collection, server, remove } = await startQdrant();
  const index = new QdrantPassageIndex({ url, collection, now: Date.now });
  let step = (_what: 'request' | 'write') => {};
  let check = async () => {};
  // In the middle of an operation and behind it, while the program still waits for the answer.
  server.betweenSteps = async () => {
    step('write');
    await check();
  };
  return {
    stateDir,
    env: { QDRANT_URL: url, QDRANT_COLLECTION: collection },
    index,
    onStep: (next) => {
      step = next;
    },
    betweenWrites: (next) => {
      check = next;
    },
    close: async () => {
      await index.close();
      await server.close();
      await remove();
    },
  };
}

/** The real one, when `QDRANT_TEST_URL` names one. */
async function startQdrant() {
  const real = findRealServer();
  if (real === undefined) {
    const server = await FakeQdrant.start();
    return { server, url: server.url, collection: 'paperless', remove: async () => {} };
  }
  const server = await RelayQdrant.start(real.url, real.headers);
  const collection = createTestName();
  return { server, url: server.url, collection, remove: () => deleteCollections(real, collection) };
}

function toConfig(env: Readonly<Record<string, string>>) {
  return parseConfig('paperless-index', env, (path) => readFileSync(path, 'utf8'));
}

/** Undefined where there is no such folder: before the first run, and with Qdrant. */
function watchFolder(path: string, changed: () => void): FSWatcher | undefined {
  try {
    return watch(path, changed);
  } catch {
    return undefined;
  }
}
