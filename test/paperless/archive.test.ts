import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnavailableError } from '../../src/errors.ts';
import { PaperlessArchive } from '../../src/paperless/archive.ts';
import { describeArchive } from '../contract/archive.ts';
import { createFakePaperless } from '../fakes/paperless/fake-paperless.ts';
import { rewrite } from '../fakes/paperless/faults.ts';
import { readRecordedLibrary } from '../fakes/paperless/recorded.ts';
import { assertDescribed, createSampleWorld } from './sample-world.ts';
import { createTestClient } from './test-client.ts';

describeArchive('PaperlessArchive', { users: true, links: true }, async (library) => createSampleWorld(library));

const EVERYONE = { kind: 'everyone' } as const;

function setUp() {
  const library = readRecordedLibrary();
  const fake = createFakePaperless(library);
  return { library, fake, archive: new PaperlessArchive(createTestClient(fake).client, 'https://papers.example/api/') };
}

describe('PaperlessArchive', () => {
  it('asks once, with the permissions, for all the candidates of an answer', async () => {
    const { fake, archive } = setUp();
    assert.deepEqual([...(await archive.visible([9, 9, 19, 4711], EVERYONE))].sort(), [19, 9]);
    assert.equal(fake.requests.length, 1);
    assert.equal(fake.requests[0]?.query.full_perms, 'true');
    assertDescribed(fake);
  });

  it('shows each recorded user what the recorded Paperless showed them', async () => {
    const { library, archive } = setUp();
    const ids = library.list().map(({ id }) => id);
    const counts = { admin: 44, anna: 32, ben: 35, reader: 7 };
    for (const [name, count] of Object.entries(counts))
      assert.equal((await archive.visible(ids, { kind: 'user', name })).size, count, name);
  });

  it('never answers with documents that were not asked for', async () => {
    const { fake, archive } = setUp();
    fake.faults.add({
      instead: () =>
        Response.json({
          count: 1,
          results: [{ id: 7, owner: null, permissions: { view: { users: [], groups: [] } } }],
        }),
    });
    await assert.rejects(archive.visible([3], EVERYONE), UnavailableError);
  });

  it('links to the public address, not to the one of the API', () => {
    assert.equal(setUp().archive.link(9), 'https://papers.example/documents/9/');
  });

  it('adds up names that read the same', async () => {
    const { library, archive } = setUp();
    library.addName('correspondents', { id: 90, name: 'Brightline Telecom', owner: 3 });
    library.edit(12, { correspondent: 90 });
    const rows = (await archive.counts('correspondent')).filter(({ name }) => name === 'Brightline Telecom');
    assert.deepEqual(rows, [{ name: 'Brightline Telecom', count: 5 }]);
  });

  it('has no thumbnail for what is no picture, too large, or hidden', async () => {
    const { library, archive } = setUp();
    library.get(1).thumbnail = Buffer.from('<svg onload="alert(1)">');
    library.get(2).thumbnail = Buffer.concat([Buffer.from('RIFF....WEBP'), Buffer.alloc(3_000_000)]);
    library.get(3).thumbnail = undefined;
    library.addUser({ id: 2, username: 'admin', permissions: ['view_document'] });
    library.get(4).owner = 4;
    for (const id of [1, 2, 3, 4]) assert.equal(await archive.thumbnail(id), undefined, String(id));
  });

  it('reports the type of a thumbnail by its bytes, not by its header', async () => {
    const { library, archive } = setUp();
    library.get(1).thumbnail = Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1');
    library.get(2).thumbnail = Buffer.from('\xff\xd8\xff\xe0........', 'latin1');
    library.get(1).owner = null;
    assert.equal((await archive.thumbnail(1))?.type, 'image/png');
    assert.equal((await archive.thumbnail(2))?.type, 'image/jpeg');
  });

  it('is not satisfied with a count of names that is wrong', async () => {
    const { fake, archive } = setUp();
    fake.faults.add(rewrite((body) => ({ ...body, count: 1 })));
    await assert.rejects(archive.counts('tag'), UnavailableError);
  });
});
