import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeLibrary } from './library.ts';
import { seedFromExport } from './seed-export.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'paperless-recorded');

/** One exchange with a real Paperless-ngx 3.0.5. */
export interface Recording {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, string | number>>;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}

/** All recordings by name. */
export function readRecordings(): ReadonlyMap<string, Recording> {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json') && !['library.json', 'described-parameters.json'].includes(name))
    .map((name) => name.replace(/\.json$/, ''));
  return new Map(names.map((name) => [name, readJson(`${name}.json`) as Recording]));
}

/** The library the recordings were made with, as its export has it: times in milliseconds, all four users. */
export function readRecordedLibrary(): FakeLibrary {
  return seedFromExport(readJson('library.json') as Parameters<typeof seedFromExport>[0]);
}

/** Names of the query parameters the API description knows, by path. */
export function readDescribedParameters(): Readonly<Record<string, readonly string[]>> {
  return readJson('described-parameters.json') as Record<string, readonly string[]>;
}

export function toRequest({ request }: Recording): Request {
  const { Host: _host, ...headers } = request.headers;
  const pairs = Object.entries(request.query).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(Object.fromEntries(pairs) as Record<string, string>);
  const hasBody = request.body !== null && !['GET', 'HEAD'].includes(request.method);
  const form = toForm(request.body);
  const body = form ?? (typeof request.body === 'string' ? request.body : JSON.stringify(request.body));
  return new Request(`http://paperless.example:8000${request.path}${query.size === 0 ? '' : `?${query}`}`, {
    method: request.method,
    headers: { ...(hasBody && form === undefined ? { 'Content-Type': 'application/json' } : {}), ...headers },
    redirect: 'manual',
    ...(hasBody ? { body } : {}),
  });
}

interface RecordedForm {
  readonly _multipart: true;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, { readonly filename: string | null; readonly bytes: number }>>;
}

/** What was sent as multipart, the files as zeros of their length. */
function toForm(body: unknown): FormData | undefined {
  if (typeof body !== 'object' || body === null || !('_multipart' in body)) return undefined;
  const { fields, files } = body as RecordedForm;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const [name, { filename, bytes }] of Object.entries(files)) {
    if (filename === null) form.append(name, 'x'.repeat(bytes));
    else form.append(name, new File([new Uint8Array(bytes)], filename));
  }
  return form;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}
