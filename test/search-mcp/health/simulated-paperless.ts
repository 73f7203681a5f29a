import type { Id } from '../../../src/model.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A document as the simulation knows it. */
export interface SimulatedDocument {
  readonly id: Id;
  readonly ageSeconds: number;
  isIndexed: boolean;
  /** Milliseconds from saving to being found; undefined = saving never brings it back. */
  readonly indexedAfterMs: number | undefined;
  readonly mayChange: boolean;
  readonly hasVersions?: boolean;
}

export type FaultKind = 401 | 403 | 404 | 429 | 500 | 502 | 503 | 'reset' | 'late' | 'web page' | 'cut';

export interface SimulatedFault {
  /** Number of the request it strikes, from 1. */
  readonly at: number;
  readonly kind: FaultKind;
  /** For a write that fails: done before the fault shows. */
  readonly isDone: boolean;
}

export interface Simulation {
  readonly documents: readonly SimulatedDocument[];
  /** `panicking`: 500 for every search. `rejecting`: single probes are refused, `*` works. */
  readonly index: 'ok' | 'broken' | 'panicking' | 'rejecting';
  /** Fuzzy settings: a probe also finds documents that look alike. */
  readonly isFuzzy: boolean;
  readonly status: 'OK' | 'ERROR' | 'forbidden' | 'flat' | 'crash';
  readonly workflows: 'none' | 'enabled' | 'disabled' | 'second page' | 'forbidden' | 'short';
  readonly faults: readonly SimulatedFault[];
  /** Documents that are deleted right before a request. */
  readonly deletions: readonly { readonly at: number; readonly id: Id }[];
  readonly latencyMs: number;
  /** Beside the latency, for a write. */
  readonly saveMs?: number;
}

export interface SimulatedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The part of Paperless that the health check talks to, fast enough for thousands of runs, in virtual time. */
export function simulatePaperless(
  simulation: Simulation,
  time: VirtualTime,
  onRequest: (count: number) => void = () => {},
) {
  const documents = new Map(simulation.documents.map((document) => [document.id, { ...document }]));
  const added = new Map(simulation.documents.map(({ id, ageSeconds }) => [id, time.now() - ageSeconds * 1_000]));
  const pending: { readonly at: number; readonly id: Id }[] = [];
  const requests: SimulatedRequest[] = [];
  /** Ids whose saving was begun, in order, and those whose saving was done. */
  const patched: Id[] = [];
  const saved = new Set<Id>();

  async function fetchSimulated(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input));
    const request = { method: init.method ?? 'GET', path: url.pathname, query: url.searchParams };
    requests.push(request);
    const count = requests.length;
    // Before anything is done: a cancelled request is not sent.
    onRequest(count);
    for (const one of pending.splice(0)) {
      if (one.at > time.now()) pending.push(one);
      else index(one.id);
    }
    for (const { at, id } of simulation.deletions) if (at === count) documents.delete(id);
    const fault = simulation.faults.find(({ at }) => at === count);
    if (request.method === 'PATCH') patched.push(toId(request.path));
    // What is refused is not done.
    const isHandled = fault === undefined || (fault.isDone && !REFUSALS.includes(fault.kind));
    const answer = isHandled ? handle(request) : undefined;
    const takenMs = simulation.latencyMs + (request.method === 'PATCH' ? (simulation.saveMs ?? 0) : 0);
    time.advance(fault?.kind === 'late' ? 70_000 : takenMs);
    init.signal?.throwIfAborted();
    return fault === undefined ? (answer ?? json({}, 500)) : fail(fault.kind);
  }

  function handle({ method, path, query }: SimulatedRequest): Response {
    if (method === 'PATCH') return save(toId(path));
    if (path === '/api/status/') return tellStatus();
    if (path === '/api/workflows/') return listWorkflows(query);
    const search = query.get('query');
    return search === null ? listDocuments(query) : searchDocuments(search, query);
  }

  function listDocuments(query: URLSearchParams): Response {
    const rows = [...documents.values()].sort((a, b) => b.id - a.id);
    return toPage(rows, query, ({ id }) => ({ id, added: new Date(added.get(id) ?? 0).toISOString() }));
  }

  function searchDocuments(search: string, query: URLSearchParams): Response {
    if (simulation.index === 'panicking') return new Response('Internal server error', { status: 500 });
    const isRefused = simulation.index === 'broken' || (simulation.index === 'rejecting' && search !== '*');
    if (isRefused) return new Response('Error listing search results.', { status: 400, headers: HTML });
    const wanted = /^id:(\d+)$/.exec(search)?.[1];
    const ids = query.get('id__in')?.split(',').map(Number);
    const among = ids === undefined ? undefined : new Set(ids);
    const rows = [...documents.values()].filter(
      ({ id, isIndexed }) =>
        isIndexed &&
        (among === undefined || among.has(id)) &&
        (wanted === undefined ||
          String(id) === wanted ||
          (simulation.isFuzzy && String(id).includes(wanted.slice(0, 2)))),
    );
    return toPage(rows, query, ({ id }) => ({ id, __search_hit__: { score: 1, rank: 1 } }));
  }

  function save(id: Id): Response {
    const document = documents.get(id);
    if (document === undefined) return json({ detail: 'No Document matches the given query.' }, 404);
    if (!document.mayChange) return json({ detail: 'You do not have permission to perform this action.' }, 403);
    saved.add(id);
    if (document.indexedAfterMs === 0) index(id);
    else if (document.indexedAfterMs !== undefined) pending.push({ at: time.now() + document.indexedAfterMs, id });
    return json({ id, versions: document.hasVersions === true ? [{}, {}] : [{}] });
  }

  function index(id: Id): void {
    const document = documents.get(id);
    if (document !== undefined) document.isIndexed = true;
  }

  function tellStatus(): Response {
    const { status } = simulation;
    if (status === 'forbidden') return new Response('Insufficient permissions', { status: 403, headers: HTML });
    if (status === 'crash') return new Response('Internal server error', { status: 500 });
    if (status === 'flat') return json({ index: { status: 'OK', error: null } });
    const error = status === 'ERROR' ? 'Error opening index, check logs for more detail.' : null;
    return json({ tasks: { index_status: status, index_error: error } });
  }

  function listWorkflows(query: URLSearchParams): Response {
    const { workflows } = simulation;
    if (workflows === 'forbidden') return json({ detail: 'No.' }, 403);
    const filler = Array.from({ length: 150 }, () => ({ enabled: true, type: 1 }));
    const all = {
      none: [],
      enabled: [{ enabled: true, type: 3 }],
      disabled: [
        { enabled: false, type: 3 },
        { enabled: true, type: 2 },
      ],
      'second page': [...filler, { enabled: true, type: 3 }],
      short: filler.slice(0, 3),
    }[workflows];
    const rows = all.map(({ enabled, type }, at) => ({ id: at + 1, name: `w${at}`, enabled, triggers: [{ type }] }));
    const answer = toPage(rows, query, (row) => row);
    return workflows === 'short' ? json({ count: 5, results: rows }) : answer;
  }

  return { fetch: fetchSimulated as typeof fetch, requests, documents, patched, saved };
}

const REFUSALS: readonly FaultKind[] = [401, 403, 404, 429];

const HTML = { 'content-type': 'text/html; charset=utf-8' };

function toPage<T>(rows: readonly T[], query: URLSearchParams, toRow: (row: T) => object): Response {
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get('page_size') ?? 25);
  if (page > Math.max(1, Math.ceil(rows.length / size))) return json({ detail: 'Invalid page.' }, 404);
  const results = rows.slice((page - 1) * size, page * size).map(toRow);
  return json({ count: rows.length, next: null, previous: null, results });
}

function fail(kind: FaultKind): Response {
  if (kind === 'reset')
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
  if (kind === 'late') throw new DOMException('late', 'TimeoutError');
  if (kind === 'web page') return new Response('<!doctype html><title>Sign in</title>', { headers: HTML });
  if (kind === 'cut') return new Response('{"count": 3, "resu', { headers: { 'content-type': 'application/json' } });
  if (kind === 429) return json({ detail: 'Throttled.' }, 429, { 'retry-after': '7' });
  return json({ detail: 'Refused by the simulation.' }, kind);
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...headers, 'content-type': 'application/json' } });
}

function toId(path: string): Id {
  return Number(/\/api\/documents\/(\d+)\//.exec(path)?.[1]);
}
