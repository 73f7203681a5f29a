import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Document } from '../../src/model.ts';
import type { DocumentSource } from '../../src/ports.ts';
import { change, createSample, SAMPLE_LIBRARY, type SampleLibrary, toDocuments, toNames } from './sample-library.ts';

/** A source over a world of its own that can be made to hold another library. */
export interface SourceWorld {
  readonly source: DocumentSource;
  replace(library: SampleLibrary): Promise<void>;
  close(): Promise<void>;
}

/** What every `DocumentSource` does. `setup` builds a world that holds the library; ids and times are kept. */
export function describeDocumentSource(name: string, setup: (library: SampleLibrary) => Promise<SourceWorld>): void {
  const inWorld = (library: SampleLibrary, run: (world: SourceWorld) => Promise<void>) => async () => {
    const world = await setup(library);
    try {
      await run(world);
    } finally {
      await world.close();
    }
  };
  const inSample = (run: (world: SourceWorld) => Promise<void>) => inWorld(SAMPLE_LIBRARY, run);

  describe(`${name} as a DocumentSource`, () => {
    it(
      'enumerates by modification time and id, without the trash and superseded versions',
      inSample(async ({ source }) => {
        const rows = await source.changedSince(undefined);
        assert.deepEqual(
          rows.map(({ id, modified }) => [id, modified]),
          [
            [3, '2026-02-01T00:00:00.000000Z'],
            [1, '2026-03-01T10:00:05.219000Z'],
            [2, '2026-03-01T10:00:05.219000Z'],
            [4, '2026-03-02T08:30:00.000000Z'],
            [6, '2026-03-04T09:00:00.000000Z'],
          ],
        );
      }),
    );

    it(
      'enumerates from an instant on, that instant included',
      inSample(async ({ source }) => {
        const idsSince = async (since: string) => (await source.changedSince(since)).map(({ id }) => id);
        assert.deepEqual(await idsSince('2026-03-01T10:00:05.219000Z'), [1, 2, 4, 6]);
        assert.deepEqual(await idsSince('2026-03-01T10:00:05.219001Z'), [4, 6]);
        assert.deepEqual(await idsSince('2026-03-04T09:00:00.000001Z'), []);
      }),
    );

    it(
      'counts and lists the same documents',
      inSample(async ({ source }) => {
        assert.equal(await source.count(), 5);
        assert.deepEqual(await source.allIds(), [1, 2, 3, 4, 6]);
      }),
    );

    it(
      'reads documents whole',
      inSample(async ({ source }) => {
        const documents = await source.read([6, 4, 3, 2, 1]);
        assert.deepEqual(byId(documents), toDocuments(SAMPLE_LIBRARY));
      }),
    );

    it(
      'leaves out what is trashed, a version, or unknown, and gives each document once',
      inSample(async ({ source }) => {
        const documents = await source.read([5, 8, 9, 4711, 3, 3]);
        assert.deepEqual(
          documents.map(({ id }) => id),
          [3],
        );
        assert.deepEqual(await source.read([]), []);
        assert.deepEqual(await source.read([5]), []);
      }),
    );

    it(
      'knows the names of every kind, also those nothing bears',
      inSample(async ({ source }) => {
        assert.deepEqual(await source.names(), toNames(SAMPLE_LIBRARY));
      }),
    );

    it(
      'shows an edit, a new document and one put into the trash at the next look',
      inSample(async ({ source, replace }) => {
        await source.changedSince(undefined);
        const edited = change(SAMPLE_LIBRARY, 1, { content: 'new text', modified: '2026-04-01T00:00:00.000000Z' });
        const trashed = change(edited, 2, { trashed: true });
        const next = {
          ...trashed,
          documents: [...trashed.documents, createSample(10, { modified: '2026-04-02T00:00:00.000000Z' })],
        };
        await replace(next);
        const changed = await source.changedSince('2026-03-31T00:00:00.000000Z');
        assert.deepEqual(
          changed.map(({ id }) => id),
          [1, 10],
        );
        assert.deepEqual(await source.allIds(), [1, 3, 4, 6, 10]);
        assert.equal(await source.count(), 5);
        assert.deepEqual(
          byId(await source.read([1, 2, 10])),
          byId(toDocuments(next).filter(({ id }) => [1, 10].includes(id))),
        );
      }),
    );

    it(
      'shows what changed without moving the modification time: a new OCR text, permissions, a name',
      inSample(async ({ source, replace }) => {
        await source.read([1]);
        const permissions = { owner: undefined, viewUsers: [], viewGroups: [] };
        const changed = change(SAMPLE_LIBRARY, 1, { content: 'read again by a better eye', permissions });
        const names = { ...changed.names, tag: [{ id: 1, name: 'power' }] };
        await replace({ ...changed, names });
        const [document] = await source.read([1]);
        assert.equal(document?.content, 'read again by a better eye');
        assert.deepEqual(document?.permissions, permissions);
        assert.equal((await source.names()).tag.get(1), 'power');
      }),
    );

    it(
      'takes an empty library for what it is',
      inWorld({ ...SAMPLE_LIBRARY, documents: [] }, async ({ source }) => {
        assert.deepEqual(await source.changedSince(undefined), []);
        assert.deepEqual(await source.allIds(), []);
        assert.equal(await source.count(), 0);
        assert.deepEqual(await source.read([1]), []);
      }),
    );

    it(
      'loses no document when hundreds have the same modification time',
      inWorld(createLargeLibrary(), async ({ source }) => {
        const ids = Array.from({ length: 230 }, (_, index) => index + 1);
        const rows = await source.changedSince(undefined);
        assert.deepEqual(
          rows.map(({ id }) => id),
          ids,
        );
        assert.deepEqual(await source.allIds(), ids);
        assert.equal((await source.read(ids)).length, 230);
      }),
    );

    it(
      'rejects with an AbortError when the caller has gone',
      inSample(async ({ source }) => {
        const options = { signal: AbortSignal.abort() };
        const calls = [
          () => source.changedSince(undefined, options),
          () => source.count(options),
          () => source.allIds(options),
          () => source.read([1], options),
          () => source.names(options),
        ];
        for (const call of calls) await assert.rejects(call, { name: 'AbortError' });
      }),
    );
  });
}

function byId(documents: readonly Document[]): readonly Document[] {
  return documents.toSorted((a, b) => a.id - b.id);
}

function createLargeLibrary(): SampleLibrary {
  // Written backwards: the order must come from the source.
  const documents = Array.from({ length: 230 }, (_, index) => createSample(230 - index));
  return { ...SAMPLE_LIBRARY, documents };
}
