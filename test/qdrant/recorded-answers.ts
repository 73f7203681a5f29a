import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

const RECORDINGS = join(import.meta.dirname, '..', 'fixtures', 'qdrant-recorded');

interface Recording {
  readonly request: { readonly method: string; readonly path: string; readonly body: unknown };
  readonly response: { readonly status: number; readonly body: Answer };
}

interface Answer {
  readonly result?: unknown;
  readonly status?: { readonly error?: string };
}

/** The recorded 60 points: the recording shows the first six. */
const POINTS = Array.from({ length: 60 }, (_, i) => ({
  id: `00000000-0000-5000-8000-${i.toString(16).padStart(12, '0')}`,
  vector: {
    dense: [Math.sin(i + 1), 1, 0, 0, 0, 0, 0, 0],
    lexical: { indices: [i % 5, 100 + (i % 7)], values: [1, 0.5] },
  },
  payload: {
    document_id: Math.floor(i / 3),
    position: i % 3,
    correspondent: ['Ada', 'Bob', null][i % 3],
    tags: [['letter'], ['letter', 'move'], []][i % 3],
    created: `2024-0${(i % 9) + 1}-15`,
  },
}));

/** In this order: each recording is of the state that those before it left. */
const STEPS: readonly (readonly [name: string, body?: unknown])[] = [
  ...['root', 'collection-missing', 'query-missing-collection', 'create', 'create-again', 'create-2'].map(only),
  ...['correspondent', 'tags', 'created', 'document_id', 'document_type', 'owner'].map((f) => only(`index-${f}`)),
  ...['index-again', 'index-other-type'].map(only),
  ['upsert', { points: POINTS }],
  ['upsert-same', { points: POINTS.slice(0, 3) }],
  ...['count', 'upsert-wrong-dimension', 'upsert-unknown-vector', 'upsert-bad-id'].map(only),
  ...['upsert-sparse-duplicate-index', 'upsert-mixed-one-bad'].map(only),
  ['upsert-nan', '{"points":[{"id":1,"vector":{"dense":[NaN]}}]}'],
  ['bad-json', '{"query":'],
  ...['upsert-zero-vector', 'upsert-sparse-only', 'query-dense', 'query-sparse', 'query-sparse-empty'].map(only),
  ...['query-sparse-no-overlap', 'query-wrong-dimension', 'query-bad-date', 'query-match-any-empty'].map(only),
  ...['query-null-correspondent', 'scroll', 'set-payload', 'delete-by-filter', 'delete-missing', 'facet'].map(only),
  ...['metadata-update', 'collection-after-metadata-update'].map(only),
  ...['alias-create', 'alias-name-taken', 'alias-swap', 'aliases', 'collection-by-alias'].map(only),
  ...['delete-collection-with-alias', 'aliases-after'].map(only),
];

/** What answers, and what the recordings' `paperless` is called there: a real server may hold other collections. */
export interface AnsweringQdrant {
  readonly url: string;
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The recorded requests once more, with the same answers. */
export function describeRecordedAnswers(name: string, start: () => Promise<AnsweringQdrant>): void {
  describe(name, () => {
    let qdrant: AnsweringQdrant;
    before(async () => {
      qdrant = await start();
    });
    after(() => qdrant.close());

    for (const [name, body] of STEPS) {
      it(`answers as recorded: ${name}`, async () => {
        const { request, response } = readRecording(name);
        const sent = body ?? fillIn(request.body);
        const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
        const answer = await fetch(`${qdrant.url}${rename(request.path, 'paperless', qdrant.name)}`, {
          method: request.method,
          headers: { ...qdrant.headers, 'content-type': 'application/json' },
          ...(request.method !== 'GET' && sent !== null && { body: rename(text, 'paperless', qdrant.name) }),
        });
        const shown = rename(JSON.stringify(keepOwn(await answer.json(), qdrant.name)), qdrant.name, 'paperless');
        assert.deepEqual(toShape(name, JSON.parse(shown)), toShape(name, response.body));
        assert.equal(answer.status, response.status);
      });
    }

    it('breaks the connection at a body over 32 MiB, as recorded', async () => {
      assert.equal(readRecording('upsert-over-32-mib').response.status, null);
      const { headers = {} } = qdrant;
      const sending = httpRequest(`${qdrant.url}/collections/${qdrant.name}-r2/points`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
      });
      const { promise, resolve } = Promise.withResolvers<Error>();
      sending.on('error', resolve);
      sending.on('response', ({ statusCode }) => resolve(new Error(`answered ${statusCode}`)));
      sending.end(`{"points":[]}${' '.repeat(32 * 1024 * 1024)}`);
      assert.match(String((await promise) as NodeJS.ErrnoException), /ECONNRESET|EPIPE|socket hang up/);
    });
  });
}

function rename(text: string, from: string, to: string): string {
  return text.replaceAll(from, to);
}

/** Without the aliases of others. */
function keepOwn(answer: unknown, name: string): unknown {
  const { result } = answer as { result?: { aliases?: readonly { alias_name: string }[] } };
  if (!result?.aliases) return answer;
  return {
    ...(answer as object),
    result: { aliases: result.aliases.filter((one) => one.alias_name.startsWith(name)) },
  };
}

function only(name: string): readonly [string] {
  return [name];
}

function readRecording(name: string): Recording {
  return JSON.parse(readFileSync(join(RECORDINGS, `${name}.json`), 'utf8'));
}

/** Recorded vectors end with the words "… 8 items" after six numbers. */
function fillIn(body: unknown): unknown {
  if (Array.isArray(body)) return body.at(-1) === '… 8 items' ? [...body.slice(0, 6), 0.5, 0.5] : body.map(fillIn);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, fillIn(value)]));
}

/** What of an answer must be the same: not times, versions, our dense vectors' scores, and details of the server. */
function toShape(name: string, { result, status }: Answer): unknown {
  if (name === 'root') return typeof result;
  const error = status?.error;
  if (error !== undefined) return error.replace(/(Format error in JSON body:)(?!.*(valid|RFC3339)).*/, '$1');
  if (typeof result !== 'object' || result === null) return result;
  const fields = result as Record<string, unknown>;
  if ('operation_id' in fields) return { status: fields.status };
  if ('config' in fields) {
    const config = fields.config as { params: Record<string, unknown>; metadata: unknown };
    const types = Object.entries(fields.payload_schema as Record<string, { data_type: string }>);
    return {
      vectors: [config.params.vectors, config.params.sparse_vectors],
      metadata: config.metadata,
      indexes: Object.fromEntries(types.map(([field, { data_type: type }]) => [field, type]).sort()),
    };
  }
  const points = fields.points as { id: string; score?: number; payload?: object }[] | undefined;
  if (name === 'query-sparse') return points?.map(({ score }) => score?.toFixed(4));
  if (name.startsWith('query')) return points?.map(({ payload }) => Object.keys(payload ?? {}).length > 0);
  return fields;
}
