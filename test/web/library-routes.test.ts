import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SourceView } from '../../src/ask/read-source.ts';
import { UnavailableError } from '../../src/errors.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createTestApp, createTestArchive, readError, readJson } from './create-test-app.ts';

const PICTURE = { bytes: Uint8Array.from([1, 2, 3]), type: 'image/webp' };

describe('the lists of names', () => {
  it('come as names with counts', async () => {
    const counts = async (kind: string) => [{ name: kind, count: 2 }];
    const { request } = await createTestApp({ archive: { ...createTestArchive(), counts } });
    for (const [path, name] of [
      ['correspondents', 'correspondent'],
      ['tags', 'tag'],
      ['document_types', 'document_type'],
    ])
      assert.deepEqual(await (await request(`/api/${path}`)).json(), [{ name, count: 2 }]);
  });

  it('are marked as stale while the archive is down, and fail only when there never was one', async () => {
    const clock = createManualClock();
    let isDown = true;
    const counts = async () => {
      if (isDown) throw new UnavailableError('paperless', 'Paperless is down', { retryAfterS: 7 });
      return [{ name: 'a', count: 1 }];
    };
    const { request } = await createTestApp({ clock, archive: { ...createTestArchive(), counts } });
    const failed = await request('/api/tags');
    assert.deepEqual([failed.status, failed.headers.get('Retry-After')], [503, '7']);
    isDown = false;
    const good = await request('/api/tags');
    assert.equal(good.headers.get('X-Stale'), null);
    isDown = true;
    clock.advance(300_000);
    const stale = await request('/api/tags');
    assert.deepEqual([stale.status, stale.headers.get('X-Stale')], [200, 'true']);
    assert.deepEqual(await stale.json(), await good.json());
  });
});

describe('GET /api/sources/:passage', () => {
  it('gives a passage with its neighbours', async () => {
    const { request } = await createTestApp();
    const { title, before, after } = await readJson<SourceView>(await request('/api/sources/12-0'));
    assert.deepEqual([title, before, after], ['Jahresabrechnung Strom 2022', 'What stands before it.', null]);
  });

  it('answers 404 for what is gone, out of scope, or no passage at all', async () => {
    const { request } = await createTestApp();
    for (const passage of ['99-0', 'x', '12', '12-0%00', '..%2f..']) {
      const response = await request(`/api/sources/${passage}`);
      assert.deepEqual([response.status, (await readError(response)).code], [404, 'not_found']);
    }
  });
});

describe('GET /api/documents/:id/thumb', () => {
  it('gives the picture, for this reader alone to keep', async () => {
    const { request } = await createTestApp({ archive: { ...createTestArchive(), thumbnail: async () => PICTURE } });
    const response = await request('/api/documents/12/thumb');
    assert.equal(response.headers.get('Content-Type'), 'image/webp');
    assert.match(response.headers.get('Cache-Control') ?? '', /^private/);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), PICTURE.bytes);
  });

  it('gives nothing when the document has no picture', async () => {
    const { request } = await createTestApp();
    assert.equal((await request('/api/documents/12/thumb')).status, 204);
  });

  it('asks for no picture of a document that may not be seen', async () => {
    const thumbnail = () => assert.fail('the scope was not checked');
    const { request } = await createTestApp({ archive: { ...createTestArchive(), thumbnail } });
    assert.equal((await request('/api/documents/100/thumb')).status, 404);
  });

  it('takes nothing for an id but digits', async () => {
    const { request } = await createTestApp();
    for (const id of ['x', '-1', '1.5', '1e3', '9'.repeat(16)])
      assert.equal((await request(`/api/documents/${id}/thumb`)).status, 404, id);
  });
});
