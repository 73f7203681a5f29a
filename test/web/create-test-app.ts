import { EVERYTHING } from '../../src/model.ts';
import type { Archive } from '../../src/ports.ts';
import { createApp } from '../../src/web/app.ts';
import type { ErrorBody } from '../../src/web/error-answer.ts';
import { createNameLists } from '../../src/web/name-lists.ts';
import { loadStaticFiles } from '../../src/web/static-files.ts';
import type { LibraryStatus, WebDeps, WebSettings } from '../../src/web/web-deps.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createScriptedAnswers, QUOTATION } from '../fakes/scripted-answers.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';

const HOUR_MS = 3_600_000;

type TestArchive = Partial<Pick<Archive, 'access'>> & Pick<Archive, 'visible' | 'thumbnail' | 'counts'>;

const OPEN: Archive['access'] = async () => ({ scope: EVERYTHING, maySeeName: () => true });

type TestParts = Partial<Omit<WebDeps, 'settings' | 'archive' | 'names'>> & {
  readonly archive?: TestArchive;
  readonly settings?: Partial<WebSettings>;
};

/** Documents below 100 exist, without pictures; one correspondent. */
export function createTestArchive(): TestArchive {
  return {
    visible: async (ids) => new Set(ids.filter((id) => id < 100)),
    counts: async () => [{ name: 'Stadtwerke', count: 3 }],
    thumbnail: async () => undefined,
  };
}

/** The app over fakes, each of which may be replaced. Requests go to a loopback host unless they say otherwise. */
export async function createTestApp({
  settings,
  clock = createManualClock(),
  archive: given = createTestArchive(),
  answers = createScriptedAnswers(() => QUOTATION),
  ...parts
}: TestParts = {}) {
  const status: LibraryStatus = {
    documents: 44,
    failedDocuments: 0,
    updatedAt: clock.now() - HOUR_MS,
    model: undefined,
    search: 'lexical',
  };
  const archive = isWhole(given) ? given : { ...given, access: OPEN };
  const deps: WebDeps = {
    answers,
    archive,
    names: createNameLists({ archive, answers, ttlMs: 300_000, now: clock.now }),
    readStatus: async () => status,
    healthChecks: {},
    clock,
    log: SILENT_LOG,
    ...parts,
    settings: {
      access: { kind: 'everyone' },
      allowedHosts: ['ask.example'],
      concurrency: 4,
      staleHours: 26,
      ...settings,
    },
  };
  const app = createApp(deps, await loadStaticFiles());
  const request = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has('Host')) headers.set('Host', '127.0.0.1:8015');
    return app.request(path, { ...init, headers });
  };
  const post = (path: string, body: unknown, init: RequestInit = {}) =>
    request(path, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
      headers: { 'Content-Type': 'application/json', ...init.headers },
    });
  return { app, request, post };
}

function isWhole(archive: TestArchive): archive is Required<TestArchive> {
  return archive.access !== undefined;
}

export async function readJson<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

/** The error of a refused or failed request. */
export async function readError(response: Response): Promise<ErrorBody> {
  return (await readJson<{ error: ErrorBody }>(response)).error;
}
