import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import type { PassageWriter } from '../../src/ports.ts';
import {
  createDocument,
  createEntry,
  DENSE,
  LEXICAL,
  openReader,
  publishEntries,
} from '../contract/passage-index-world.ts';
import type { StoredPoint } from '../fakes/qdrant/fake-filter.ts';
import { createQdrantWorld, type QdrantWorld } from './create-qdrant-world.ts';

const ALL = { scope: EVERYTHING };

describe('writing to Qdrant', () => {
  let world: QdrantWorld;
  beforeEach(async () => {
    world = await createQdrantWorld();
  });
  afterEach(() => world.close());

  const points = (): StoredPoint[] => {
    const live = world.fake.collections.get(world.fake.aliases.get('paperless') ?? '');
    return [...(live ?? assert.fail('nothing is live')).points.values()];
  };
  const countPassages = () => points().filter(({ payload }) => payload.record === 'passage').length;

  /** Breaks the connection of the nth write from now on, and of the try after it. */
  const breakWrite = (writer: PassageWriter, n: number, run: (writer: PassageWriter) => Promise<void>) => {
    let writes = 0;
    world.fake.onRequest = ({ path }) => {
      if (!path.endsWith('/batch')) return;
      writes += 1;
      if (writes >= n) world.fake.planned.unshift('break');
    };
    return run(writer).finally(() => {
      world.fake.onRequest = undefined;
    });
  };

  it('stores what other programs look for', async () => {
    const link = (id: number) => `https://paperless.example.org/documents/${id}/`;
    const entry = createEntry(7, { title: 'Lease', texts: ['The rent is due.'], created: '2024-02-29', tags: [3] });
    await publishEntries(world.open({ link }), LEXICAL, [entry]);
    const { payload } = points().find((point) => point.payload.record === 'passage') ?? assert.fail('no passage');
    const { content, title, url, source, document_id, created, tags } = payload;
    assert.deepEqual(
      { content, title, url, source, document_id, created, tags },
      {
        content: 'The rent is due.',
        title: 'Lease',
        url: 'https://paperless.example.org/documents/7/',
        source: 'paperless',
        document_id: 7,
        created: '2024-02-29',
        tags: [3],
      },
    );
  });

  it('keeps every request far below the 32 MiB at which Qdrant breaks the connection', async () => {
    const texts = Array.from({ length: 9 }, (_, index) => `${index} ${'x'.repeat(1_000_000)}`);
    await publishEntries(world.open(), LEXICAL, [createEntry(1, { texts })]);
    const sizes = world.fake.requests.map(({ bytes }) => bytes);
    assert.ok(Math.max(...sizes) < 5 * 1024 * 1024, `largest: ${Math.max(...sizes)}`);
    assert.ok(sizes.filter((bytes) => bytes > 1024 * 1024).length > 1);
  });

  it('leaves the old document whole when it is interrupted, and tidies up in the end', async () => {
    const old = createEntry(1, { texts: ['lemon a', 'lemon b'] });
    const { writer } = await publishEntries(world.open(), LEXICAL, [old]);
    const reader = await openReader(world.open());
    const bigger = createEntry(1, { texts: ['melon a', 'melon b', 'melon c'] });
    for (const write of [2, 3]) {
      await assert.rejects(
        breakWrite(writer, write, (each) => each.replace([bigger, createEntry(2, { texts: ['melon'] })])),
        { name: 'UnavailableError' },
      );
      const expected = write === 2 ? ['lemon a', 'lemon b'] : ['melon a', 'melon b', 'melon c'];
      const read = await reader.read(['1-0', '1-1', '1-2'], EVERYTHING);
      assert.deepEqual(
        read.map(({ text }) => text),
        expected,
      );
      assert.equal((await reader.stemsTop(['lemon', 'melon'], 10, ALL)).length, write === 2 ? 2 : 4);
    }
    // Another process goes on, and document 2 never comes again.
    const again = await world.open().writer(writer.generation.id);
    await again.remove([2]);
    await again.finish();
    assert.equal(countPassages(), 3);
    assert.deepEqual(await again.frequencies(['lemon', 'melon']), new Map([['melon', 3]]));
  });

  it('finds words as rare as they are, though Qdrant goes on counting what was deleted', async () => {
    const entries = [1, 2, 3, 4].map((id) => createEntry(id, { texts: [id < 3 ? 'lemon' : 'melon'] }));
    const { writer } = await publishEntries(world.open(), LEXICAL, entries);
    const find = () => writer.stemsTop(['lemon', 'melon'], 5, ALL);
    const before = await find();
    for (let round = 0; round < 5; round += 1) await writer.replace(entries.slice(0, 1));
    assert.deepEqual(await find(), before);
  });

  it('removes the passages of a document that was never finished', async () => {
    const { writer } = await publishEntries(world.open(), LEXICAL, []);
    await assert.rejects(breakWrite(writer, 2, (each) => each.replace([createEntry(5, { texts: ['ghost'] })])));
    assert.equal(countPassages(), 1);
    const again = await world.open().writer(writer.generation.id);
    assert.equal((await again.stats()).documents, 0);
    assert.deepEqual(await again.stemsTop(['ghost'], 5, ALL), []);
    await again.finish();
    assert.equal(countPassages(), 0);
  });

  it('shows everybody a document whose owner was taken away, though Qdrant drops a key set to null', async () => {
    const owned = createEntry(1, { texts: ['lemon'], permissions: { owner: 8, viewUsers: [], viewGroups: [] } });
    const { writer } = await publishEntries(world.open(), LEXICAL, [owned]);
    await writer.updateMetadata([createDocument(1)]);
    const options = { scope: { kind: 'user', user: 9, groups: [] } } as const;
    assert.equal((await writer.stemsTop(['lemon'], 5, options)).length, 1);
    assert.equal(await writer.countDocuments(options), 1);
  });

  it('takes text with half a surrogate pair, which Qdrant refuses', async () => {
    const entry = createEntry(1, { title: 'T\ud800', texts: ['half \udfff lemon'], metadata: '\ud83e' });
    const { writer } = await publishEntries(world.open(), LEXICAL, [entry]);
    await writer.setNames({
      correspondent: new Map([[1, 'N\ud800']]),
      document_type: new Map(),
      tag: new Map(),
      storage_path: new Map(),
      custom_field: new Map(),
    });
    assert.deepEqual(
      (await writer.read(['1-0'], EVERYTHING)).map(({ text }) => text),
      ['half \ufffd lemon'],
    );
  });

  it('never sends embeddings of zeros, which Qdrant takes without complaint', async () => {
    const { writer } = await publishEntries(world.open(), DENSE, []);
    world.fake.requests.length = 0;
    const zero = { ...createEntry(1), embeddings: [new Float32Array(4)] };
    await assert.rejects(writer.replace([zero]), { name: 'RangeError', message: /Document 1/ });
    assert.deepEqual(world.fake.requests, []);
  });

  it('changes no vectors when only rights and filters change', async () => {
    const { writer } = await publishEntries(world.open(), DENSE, [
      createEntry(1, { texts: ['lemon'], metadata: 'bill', embeddings: [[1, 0, 0, 0]] }),
    ]);
    const vectors = () => structuredClone(points().map(({ vector }) => vector));
    const before = vectors();
    const { length } = world.fake.requests;
    await writer.updateMetadata([createDocument(1, { metadata: 'bill', tags: [4] })]);
    assert.deepEqual(vectors(), before);
    const writes = world.fake.requests.slice(length).filter(({ path }) => path.endsWith('/batch'));
    assert.equal(writes.length, 1);
  });
});
