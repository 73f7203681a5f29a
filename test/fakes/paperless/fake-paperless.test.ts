import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakePaperless, type FakePaperless } from './fake-paperless.ts';
import type { FakeLibrary } from './library.ts';
import { type Recording, readRecordedLibrary, readRecordings, toRequest } from './recorded.ts';
import type { SearchIndex } from './search-index.ts';
import { addTask, work } from './tasks.ts';

/**
 * Recordings of which only the shape can be the same: times and ids of writes, rank order of a real search engine,
 * microseconds the export lost. With what had been done before them.
 */
const ALIKE: Readonly<Record<string, (library: FakeLibrary) => void>> = {
  'auth-inactive-user-401': ({ users }) => Object.assign(users.get(NOBODY) ?? {}, { is_active: false }),
  'document-metadata': untouched,
  'documents-list-modified-gte': untouched,
  'documents-list-modified-gte-utc-z': untouched,
  'index-nometa-patch-500': ({ index }) => setState(index, 'broken'),
  'index-nometa-search-400': ({ index }) => setState(index, 'broken'),
  'index-nometa-status': ({ index }) => setState(index, 'broken'),
  'index-nosettings-star': ({ index }) => index.clear(),
  'index-removed-search': ({ index }) => index.remove(12),
  'index-truncated-patch': ({ index }) => setState(index, 'panicking'),
  'index-truncated-star': ({ index }) => setState(index, 'panicking'),
  'index-truncated-status': ({ index }) => setState(index, 'panicking'),
  'mut-document-detail-in-trash-404': (library) => library.trash(24),
  'mut-document-metadata-in-trash': (library) => library.trash(24),
  'mut-document-note-add': untouched,
  'mut-document-patch-empty': untouched,
  'mut-document-patch-empty-heals-index': restore,
  'mut-document-patch-same-title': untouched,
  'mut-documents-list-id-in-trashed': (library) => library.trash(24),
  'mut-search-restored-document-missing': restore,
  'mut-post-document-corrupt-pdf-task': (library) =>
    addUpload(library, 'c35cf249-23f6-4645-baea-d3d4786970a0', 'broken'),
  'mut-post-document-duplicate': untouched,
  'mut-share-link-create': untouched,
  'mut-share-link-list': addShareLink,
  'mut-tag-delete': (library) => library.addName('tags', { id: 26, name: 'temp-tag' }),
  'mut-tasks-acknowledge': (library) => addUpload(library),
  'mut-trash-list': (library) => library.trash(24),
  'mut-trash-restore': (library) => library.trash(24),
  'mut-version-after': addVersions,
  'mut-version-label-patch': addVersions,
  'mut-version-upload': untouched,
  'search-query-as-anna': untouched,
  'search-query-star': untouched,
  status: untouched,
  'tasks-by-task-id-done': (library) => addUpload(library, UPLOAD, 'done'),
  'tasks-by-task-id-fresh': (library) => addUpload(library, UPLOAD),
  'tasks-status-counts': (library) => addUpload(library),
  'tasks-summary': (library) => addUpload(library, UPLOAD, 'done'),
  'ui-settings-as-anna': untouched,
  'users-list': untouched,
  'worker-down-bulk-edit': stopWorker,
  'worker-down-status': stopWorker,
  'workflows-list': untouched,
};

const NOBODY = 9;

const BROKEN = {
  filename: 'broken.pdf',
  mime_type: 'application/pdf',
  overrides: { filename: 'broken.pdf', owner_id: 2, skip_asn_if_exists: false },
};
const UPLOAD = '3a7ceb75-4c25-462b-9623-3f5900c82bd9';

const recordings = readRecordings();
const library = readRecordedLibrary();

describe('the fake Paperless', () => {
  it('is held against enough of the real one', () => assert.ok(recordings.size > 150));

  for (const [name, recording] of recordings) {
    const prepare = ALIKE[name];
    it(`answers ${name} ${prepare === undefined ? 'as' : 'in the shape'} recorded`, async () => {
      const isRead = recording.request.method === 'GET' && prepare === undefined;
      const fake = createFakePaperless(isRead ? library : readRecordedLibrary());
      // Not in the export: a user without any permission.
      fake.library.addUser({ id: NOBODY, username: 'nobody' });
      prepare?.(fake.library);
      await assertAnswers(fake, recording, prepare === undefined ? mask : toShape);
    });
  }
});

async function assertAnswers(
  fake: FakePaperless,
  { request, response }: Recording,
  reduce: (body: unknown) => unknown,
) {
  const answer = await fake.fetch(toRequest({ request, response }));
  const type = (text: string | null | undefined) => text?.split(';')[0] ?? null;
  assert.equal(answer.status, response.status);
  assert.equal(type(answer.headers.get('content-type')), type(response.headers['content-type']));
  for (const name of ['x-api-version', 'location', 'www-authenticate'])
    assert.equal(answer.headers.get(name), response.headers[name] ?? null);
  const body = await answer.text();
  if (type(response.headers['content-type']) === 'application/json')
    assert.deepEqual(reduce(JSON.parse(body)), reduce(response.body));
  else if (typeof response.body === 'string' && !response.body.includes('<')) assert.equal(body, response.body);
}

/** Leaves out what no fake can know: fractions of seconds, checksums, scores and highlights. */
function mask(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value) => {
    if (['checksum', 'score', 'highlights', 'note_highlights'].includes(key)) return key;
    return typeof value === 'string' ? value.replace(/(?<=T\d\d:\d\d:\d\d)\.\d{6}/, '') : value;
  });
}

/** Keys and types; of a list its first element, of ids and names no value. */
function toShape(body: unknown): unknown {
  if (Array.isArray(body)) return body.length === 0 ? [] : [toShape(body[0])];
  if (typeof body !== 'object' || body === null) return body === null ? null : typeof body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, toShape(value)]));
}

function untouched(): void {}

function restore(library: FakeLibrary): void {
  library.trash(24);
  library.restore(24);
}

function addVersions(library: FakeLibrary): void {
  library.addVersion(21, 'dup', 'dup');
  library.addVersion(21, 'Class 6b trip, corrected price: 212 EUR. Narwhalword.\n', 'corrected price');
}

function addShareLink({ shareLinks, clock }: FakeLibrary): void {
  const link = { id: 1, created: clock.now(), expiration: null, slug: 'slug', document: 1, file_version: 'original' };
  shareLinks.set(1, { ...link, owner: 2 });
}

function addUpload(library: FakeLibrary, task_id = UPLOAD, state?: 'done' | 'broken'): void {
  // Who uploads says what with it: the recorded one is as good as any.
  const { results } = recordings.get('tasks-by-task-id-fresh')!.response.body as { results: { input_data: object }[] };
  const input = state === 'broken' ? BROKEN : (results[0]?.input_data ?? {});
  const consume = () => (state === 'broken' ? assert.fail('InputFileError') : 1);
  const task = addTask(library, { task_id, owner: 2, source: 'api_upload', input, work: consume });
  if (state !== undefined) work(task, library);
}

function stopWorker(library: FakeLibrary): void {
  library.isWorkerRunning = false;
}

function setState(index: SearchIndex, state: SearchIndex['state']): void {
  index.state = state;
}
