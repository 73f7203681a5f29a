import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnavailableError } from '../../src/errors.ts';
import { describeArchive } from '../contract/archive.ts';
import { describeDocumentSource } from '../contract/document-source.ts';
import { type SampleLibrary, toDocument, toNames } from '../contract/sample-library.ts';
import { createMemoryLibrary, type MemoryLibrary } from './memory-source.ts';

function fill(library: MemoryLibrary, sample: SampleLibrary): void {
  library.clear();
  for (const document of sample.documents) {
    library.add(toDocument(document));
    library.setThumbnail(document.id, document.thumbnail);
    if (document.trashed) library.trash(document.id);
  }
  for (const [kind, names] of Object.entries(toNames(sample)))
    for (const [id, name] of names) library.setName(kind as keyof ReturnType<typeof toNames>, id, name);
  for (const [kind, names] of Object.entries(sample.names))
    for (const { id, name, permissions } of names)
      library.setName(kind as keyof typeof sample.names, id, name, permissions);
  library.setUsers(sample.users);
}

const setup = async (sample: SampleLibrary) => {
  const library = createMemoryLibrary();
  fill(library, sample);
  return {
    source: library.source,
    archive: library.archive,
    replace: async (next: SampleLibrary) => fill(library, next),
    close: async () => {},
  };
};

describeDocumentSource('the in-memory library', setup);
describeArchive('the in-memory library', { users: true, links: false }, setup);

describe('the in-memory library', () => {
  it('moves the modification time with each edit, but not with a silent one', async () => {
    const library = createMemoryLibrary();
    const { id, modified } = library.add({ content: 'one' });
    assert.equal(library.editSilently(id, { content: 'two' }).modified, modified);
    assert.ok(library.edit(id, { content: 'three' }).modified > modified, 'an edit is later');
    assert.deepEqual((await library.source.read([id]))[0]?.content, 'three');
  });

  it('fails the nth call only', async () => {
    const { source, onCall } = createMemoryLibrary();
    onCall('count', 2, () => {
      throw new UnavailableError('paperless', 'down');
    });
    assert.equal(await source.count(), 0);
    await assert.rejects(source.count(), UnavailableError);
    assert.equal(await source.count(), 0);
  });

  it('changes under the feet of its caller', async () => {
    const library = createMemoryLibrary();
    const { id } = library.add();
    library.onCall('read', 1, () => library.trash(id));
    assert.deepEqual(await library.source.allIds(), [id]);
    assert.deepEqual(await library.source.read([id]), []);
    library.restore(id);
    assert.equal((await library.source.read([id])).length, 1);
  });

  it('takes a deleted name off the documents', async () => {
    const library = createMemoryLibrary();
    library.setName('tag', 7, 'energy');
    const { id } = library.add({ tags: [7, 8] });
    library.deleteName('tag', 7);
    assert.deepEqual((await library.source.read([id]))[0]?.tags, [8]);
    assert.deepEqual(await library.archive.counts('tag'), []);
  });
});
