import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PaperlessArchive } from '../../src/paperless/archive.ts';
import { PaperlessClient } from '../../src/paperless/client.ts';
import { PATIENT } from '../../src/paperless/retry.ts';
import { PaperlessSource } from '../../src/paperless/source.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';

const { PAPERLESS_TEST_URL: apiUrl = '', PAPERLESS_TEST_TOKEN: token = '' } = process.env;
const skip = apiUrl === '' || token === '' ? 'PAPERLESS_TEST_URL and PAPERLESS_TEST_TOKEN are not set' : false;

/** Reads only, whatever library it finds. */
describe('a real Paperless', { skip }, () => {
  const setUp = () => {
    const client = new PaperlessClient({ apiUrl, token, retry: PATIENT, log: SILENT_LOG });
    return { source: new PaperlessSource(client), archive: new PaperlessArchive(client, apiUrl) };
  };

  it('counts and enumerates the same documents', async () => {
    const { source } = setUp();
    const [count, ids, changed] = [await source.count(), await source.allIds(), await source.changedSince(undefined)];
    assert.equal(ids.length, count);
    assert.deepEqual(
      changed.map(({ id }) => id).sort((a, b) => a - b),
      ids,
    );
  });

  it('reads documents whose times are those of the enumeration', async () => {
    const { source } = setUp();
    const changed = (await source.changedSince(undefined)).slice(0, 50);
    const documents = await source.read(changed.map(({ id }) => id));
    assert.deepEqual(
      new Map(documents.map(({ id, modified }) => [id, modified])),
      new Map(changed.map(({ id, modified }) => [id, modified])),
    );
  });

  it('finds the newest change again, from its own time on', async () => {
    const { source } = setUp();
    const newest = (await source.changedSince(undefined)).at(-1);
    if (newest === undefined) return;
    assert.ok((await source.changedSince(newest.modified)).some(({ id }) => id === newest.id));
  });

  it('knows names, and counts documents by them', async () => {
    const { source, archive } = setUp();
    const names = new Set((await source.names()).correspondent.values());
    for (const { name, count } of await archive.counts('correspondent')) assert.ok(names.has(name) && count > 0);
  });

  it('shows everyone what the token reads, and its thumbnails', async () => {
    const { source, archive } = setUp();
    const ids = (await source.allIds()).slice(0, 20);
    assert.deepEqual(
      [...(await archive.visible([...ids, 2 ** 31 - 1], { kind: 'everyone' }))].sort((a, b) => a - b),
      ids,
    );
    for (const id of ids.slice(0, 1)) assert.match((await archive.thumbnail(id))?.type ?? '', /^image\//);
  });
});
