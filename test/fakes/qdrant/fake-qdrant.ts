import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from '../loopback-server.ts';
import { type CollectionConfig, FakeCollection, type Operation } from './fake-collection.ts';
import type { FakeFilter, StoredPoint } from './fake-filter.ts';
import { type FakeQuery, searchPoints } from './fake-search.ts';
import { Refusal, refuse } from './refusal.ts';

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: number;
}

/**
 * An answer given once, before anything else. `break` closes the connection without one, `break behind` does so when
 * the work is done, `hang` never answers.
 */
export type PlannedAnswer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'break'
  | 'break behind'
  | 'hang';

const LIMIT = 32 * 1024 * 1024;
const LONE_SURROGATE = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}/i;

/** An HTTP server that answers as Qdrant 1.18 was recorded to, for the requests the adapter makes. */
export class FakeQdrant {
  readonly collections = new Map<string, FakeCollection>();
  /** Alias to collection. */
  readonly aliases = new Map<string, string>();
  readonly requests: FakeRequest[] = [];
  readonly planned: PlannedAnswer[] = [];
  /** Sees every request before it is answered, in time to plan for it. */
  onRequest: ((request: FakeRequest) => void) | undefined;
  /** Runs after every operation, and in the middle of one that changes several points. */
  betweenSteps: (() => Promise<void>) | undefined;
  version = '1.18.3';
  /** The key it wants. As with the real one, its version needs none. */
  apiKey: string | undefined;
  #operations = 0;
  readonly #server = new LoopbackServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<FakeQdrant> {
    const fake = new FakeQdrant();
    await fake.#server.listen();
    return fake;
  }

  get url(): string {
    return this.#server.url;
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const path = (request.url ?? '').replace(/\?.*/, '');
    const text = await readText(request);
    const asked = { method, path, headers, bytes: Buffer.byteLength(text) };
    this.requests.push(asked);
    this.onRequest?.(asked);
    const planned = this.planned.shift();
    if (planned === 'hang') return;
    if (planned === 'break' || Buffer.byteLength(text) > LIMIT) return void request.socket.destroy();
    if (typeof planned === 'object') return send(response, planned.status, planned.body, planned.headers);
    const { 'api-key': key } = headers;
    if (this.apiKey !== undefined && path !== '/' && key !== this.apiKey) return refuseKey(response, key);
    try {
      const result = await this.#route(method, path, parseBody(text));
      if (planned === 'break behind') return void request.socket.destroy();
      if (path === '/') return send(response, 200, result);
      send(response, 200, { result, status: 'ok', time: 0.001 });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      send(response, error.status, { status: { error: error.message }, time: 0 });
    }
  }

  async #route(method: string, path: string, body: Body): Promise<unknown> {
    const [, root = '', name = '', ...rest] = path.split('/').map(decodeURIComponent);
    const action = `${method} ${rest.join('/')}`;
    if (root === '') return { title: 'qdrant - vector search engine', version: this.version, commit: 'fake' };
    if (root === 'aliases') return { aliases: this.#listAliases() };
    if (name === '') return { collections: [...this.collections.keys()].map((each) => ({ name: each })) };
    if (name === 'aliases') return this.#changeAliases(body.actions ?? []);
    if (action === 'PUT ') return this.#create(name, body);
    if (action === 'DELETE ') return this.#delete(name);
    const collection = this.#find(name);
    switch (action) {
      case 'GET ':
        return collection.describe();
      case 'PATCH ':
        collection.updateMetadata(body.metadata ?? {});
        return true;
      case 'PUT index':
        // Another type than before is accepted as well, and replaces it.
        collection.indexes.set(body.field_name ?? '', body.field_schema ?? '');
        return this.#complete();
      case 'PUT points':
        return this.#write(collection, [{ upsert: { points: (body.points ?? []) as StoredPoint[] } }]);
      case 'POST points/delete':
        return this.#write(collection, [{ delete: body }] as Operation[]);
      case 'POST points/payload':
        return this.#write(collection, [{ set_payload: body }] as Operation[]);
      case 'POST points/batch':
        return [await this.#write(collection, body.operations ?? [])];
      case 'POST points':
        return retrieve(collection, body);
      case 'POST points/query':
        return query(collection, body as FakeQuery & Body);
      case 'POST points/scroll':
        return scroll(collection, body);
      case 'POST points/count':
        return { count: collection.select(body.filter).length };
      case 'POST facet':
        return facet(collection, body);
      default:
        throw new Error(`the fake does not know ${method} ${path}`);
    }
  }

  #listAliases() {
    return [...this.aliases].map(([alias, collection]) => ({ alias_name: alias, collection_name: collection }));
  }

  #changeAliases(actions: NonNullable<Body['actions']>): boolean {
    const { aliases } = this;
    // One after the other, each stored at once: what came before a refusal stays done.
    for (const { create_alias: create, delete_alias: remove } of actions) {
      if (remove) aliases.delete(remove.alias_name);
      if (!create) continue;
      if (!this.collections.has(create.collection_name)) throw toMissing(create.collection_name);
      if (this.collections.has(create.alias_name)) throw toExisting(create.alias_name);
      aliases.set(create.alias_name, create.collection_name);
    }
    return true;
  }

  #create(name: string, config: CollectionConfig): boolean {
    if (this.collections.has(name)) throw toExisting(name);
    if (this.aliases.has(name)) {
      const reason = 'Alias with the same name already exists';
      refuse(400, `Wrong input: Can't create collection with name ${name}. ${reason}`);
    }
    this.collections.set(name, new FakeCollection(config));
    return true;
  }

  #delete(name: string): boolean {
    for (const [alias, collection] of this.aliases) if (collection === name) this.aliases.delete(alias);
    return this.collections.delete(name);
  }

  #find(name: string): FakeCollection {
    const found = this.collections.get(this.aliases.get(name) ?? name);
    if (found === undefined) throw toMissing(name);
    return found;
  }

  async #write(collection: FakeCollection, operations: readonly Operation[]) {
    for (const operation of operations) {
      const steps = collection.plan(operation);
      const middle = Math.floor(steps.length / 2);
      for (const [index, step] of steps.entries()) {
        if (index === middle && index > 0) await this.betweenSteps?.();
        step();
      }
      await this.betweenSteps?.();
    }
    return this.#complete();
  }

  #complete() {
    this.#operations += 1;
    return { operation_id: this.#operations, status: 'completed' };
  }
}

interface Body extends CollectionConfig {
  readonly ids?: readonly (string | number)[];
  readonly points?: readonly unknown[];
  readonly filter?: FakeFilter;
  readonly limit?: number;
  readonly offset?: string | number | null;
  readonly with_payload?: boolean | readonly string[];
  readonly order_by?: { readonly key: string; readonly direction: 'asc' | 'desc' };
  readonly key?: string;
  readonly field_name?: string;
  readonly field_schema?: string;
  readonly operations?: readonly Operation[];
  readonly actions?: readonly {
    readonly create_alias?: { readonly alias_name: string; readonly collection_name: string };
    readonly delete_alias?: { readonly alias_name: string };
  }[];
}

function retrieve(collection: FakeCollection, { ids = [], with_payload: payload = true }: Body) {
  const found = ids.flatMap((id) => collection.points.get(id) ?? []);
  return found.map((point) => ({ id: point.id, ...showPayload(point, payload) }));
}

function query(collection: FakeCollection, body: FakeQuery & Body) {
  const points = searchPoints(collection, body).map(({ point, score }) => ({
    id: point.id,
    version: 1,
    score,
    ...showPayload(point, body.with_payload ?? false),
  }));
  return { points };
}

function scroll(collection: FakeCollection, body: Body) {
  const { filter, limit = 10, offset, order_by: order, with_payload: payload = true } = body;
  const all = collection.select(filter);
  if (order) {
    const sign = order.direction === 'desc' ? -1 : 1;
    all.sort((a, b) => sign * (Number(a.payload[order.key]) - Number(b.payload[order.key])));
  }
  const start = offset === undefined || offset === null ? 0 : all.findIndex(({ id }) => id === offset);
  const page = start < 0 ? [] : all.slice(start, start + limit);
  const next = order ? undefined : all[start + limit];
  return {
    points: page.map((point) => ({ id: point.id, ...showPayload(point, payload) })),
    next_page_offset: next?.id ?? null,
  };
}

function facet(collection: FakeCollection, { key = '', filter, limit = 10 }: Body) {
  const counts = new Map<unknown, number>();
  for (const { payload } of collection.select(filter)) {
    for (const value of new Set([payload[key] ?? []].flat())) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const hits = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
  return { hits: hits.slice(0, limit) };
}

function showPayload({ payload }: StoredPoint, wanted: boolean | readonly string[]) {
  if (wanted === false) return {};
  if (wanted === true) return { payload };
  return { payload: Object.fromEntries(Object.entries(payload).filter(([key]) => wanted.includes(key))) };
}

function toExisting(name: string): Refusal {
  return new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
}

function toMissing(name: string): Refusal {
  return new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string): Body {
  if (text === '') return {};
  if (LONE_SURROGATE.test(text)) refuse(400, 'Format error in JSON body: lone leading surrogate in hex escape');
  try {
    return JSON.parse(text);
  } catch {
    return refuse(400, 'Format error in JSON body: EOF while parsing a value at line 1 column 9');
  }
}

/** The only refusal that is not JSON. */
function refuseKey(response: ServerResponse, key: unknown): void {
  const missing = 'Must provide an API key or an Authorization bearer token';
  response.writeHead(401).end(key === undefined ? missing : 'Invalid API key or JWT');
}

function send(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
