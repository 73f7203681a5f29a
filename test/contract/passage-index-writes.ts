import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import {
  collect,
  createDocument,
  createEntry,
  DENSE,
  LEXICAL,
  type SetUpIndex,
  shareStore,
  toIds,
  toUnit,
} from './passage-index-world.ts';

const ALL = { scope: EVERYTHING };
/** Replacing, updating, removing: what a reader of the live generation sees of them. */
export function describeWrites(setUp: SetUpIndex): void {
  describe('writing', () => {
    const { withLive, store } = shareStore(setUp);

    it(
      'replaces a document with all its passages, words and embeddings',
      withLive([[1, { texts: ['lemon', 'melon', 'olive'], embeddings: [X, Y, Z] }]], async ({ writer, reader }) => {
        await writer.replace([createEntry(1, { texts: ['peach'], embeddings: [Y] })]);
        assert.deepEqual(await reader.stemsTop(['lemon', 'melon'], 5, ALL), []);
        assert.deepEqual(await reader.partsTop(['lemon', 'oliv'], 5, ALL), []);
        assert.deepEqual(toIds(await reader.stemsTop(['peach'], 5, ALL)), ['1-0']);
        assert.deepEqual(toIds(await reader.partsTop(['each'], 5, ALL)), ['1-0']);
        const dense = await reader.denseTop(toUnit(Y), 5, ALL);
        assert.deepEqual([dense.length, Math.round(dense[0]?.score ?? 0)], [1, 1]);
        assert.deepEqual(await reader.read(['1-1', '1-2'], EVERYTHING), []);
        const stats = await reader.stats();
        assert.deepEqual([stats.documents, stats.passages], [1, 1]);
      }),
    );

    it(
      'leaves another mark with every write, where the store has marks',
      withLive([[1, { texts: ['lemon'] }]], async ({ writer, reader }) => {
        const marks = [await writer.mark()];
        assert.equal(await reader.mark(), marks[0]);
        const writes = [
          () => writer.replace([createEntry(1, { texts: ['peach'] })]),
          () => writer.updateMetadata([createDocument(1, { title: 'new' })]),
          async () => writer.setNames(await writer.names()),
          () => writer.remove([1]),
        ];
        for (const write of writes) {
          await write();
          marks.push(await writer.mark());
        }
        assert.equal(new Set(marks).size, marks[0] === undefined ? 1 : marks.length);
        assert.equal(await reader.mark(), marks.at(-1));
      }),
    );

    it(
      'never shows a document half replaced, or not at all',
      withLive(
        [
          [7, { texts: ['walnut a', 'walnut b', 'walnut c'] }],
          [8, {}],
        ],
        async ({ writer, reader }) => {
          const versions = [
            createEntry(7, { texts: ['walnut a', 'walnut b', 'walnut c'] }),
            createEntry(7, { texts: ['almond a', 'almond b', 'almond c', 'almond d', 'almond e'] }),
          ];
          const ids = ['7-0', '7-1', '7-2', '7-3', '7-4'];
          let checks = 0;
          const check = async () => {
            checks += 1;
            const found = await reader.stemsTop(['walnut', 'almond'], 10, ALL);
            assert.ok(found.length === 3 || found.length === 5, `found ${found.length} passages`);
            const read = (await reader.read(ids, EVERYTHING)).map(({ text }) => text.slice(0, 6));
            assert.ok(
              (read.length === 3 && read.every((word) => word === 'walnut')) ||
                (read.length === 5 && read.every((word) => word === 'almond')),
              `read ${read}`,
            );
          };
          const stop = store().world.betweenWrites?.(check);
          for (let round = 1; round <= 10; round += 1) {
            const other = createEntry(8, { texts: [`round ${round}`] });
            let done = false;
            const write = writer.replace([versions[round % 2] ?? other, other]).finally(() => {
              done = true;
            });
            do await check();
            while (!done);
            await write;
          }
          stop?.();
          assert.ok(checks >= 10);
        },
      ),
    );

    it(
      'keeps the last of several versions in one call',
      withLive([], async ({ writer, reader }) => {
        await writer.replace([createEntry(1, { texts: ['lemon', 'melon'] }), createEntry(1, { texts: ['peach'] })]);
        assert.deepEqual(
          (await reader.read(['1-0', '1-1'], EVERYTHING)).map(({ text }) => text),
          ['peach'],
        );
      }),
    );

    it(
      'searches the cleaned text and shows the original one',
      withLive([], async ({ writer, reader }) => {
        const entry = createEntry(1, { texts: ['Kilo-\nwatt'] });
        await writer.replace([{ ...entry, passages: entry.passages.map((p) => ({ ...p, searchText: 'Kilowatt' })) }]);
        assert.deepEqual(toIds(await reader.stemsTop(['kilowatt'], 5, ALL)), ['1-0']);
        assert.deepEqual(toIds(await reader.partsTop(['lowat'], 5, ALL)), ['1-0']);
        assert.deepEqual((await reader.read(['1-0'], EVERYTHING))[0]?.text, 'Kilo-\nwatt');
      }),
    );

    it(
      'finds a document without text by its header',
      withLive([], async ({ writer, reader }) => {
        const position = { position: 0, kind: 'header', start: 0, end: 0, text: '', searchText: '' } as const;
        const passages = [{ ...position, header: 'Passport', metadata: '' }];
        await writer.replace([{ document: createDocument(1), passages, embeddings: undefined }]);
        assert.deepEqual(toIds(await reader.stemsTop(['passport'], 5, ALL)), ['1-0']);
        assert.deepEqual((await reader.read(['1-0'], EVERYTHING))[0]?.kind, 'header');
      }),
    );

    it(
      'moves filters, rights, metadata words and fingerprints without touching the embeddings',
      withLive(
        [
          [1, { texts: ['lemon', 'melon'], metadata: 'draft', correspondent: 3, tags: [1], embeddings: [X, Y] }],
          [2, {}],
        ],
        async ({ writer, reader }) => {
          const permissions = { owner: 8, viewUsers: [7], viewGroups: [70] };
          const changed = { metadata: 'archived', correspondent: 4, tags: [2, 3], permissions, fingerprint: 'second' };
          await writer.updateMetadata([createDocument(1, changed), createDocument(99, changed)]);
          const find = async (filter: object) => toIds(await reader.stemsTop(['lemon'], 5, { ...ALL, filter }));
          assert.deepEqual(await find({ correspondent: 3 }), []);
          assert.deepEqual(await find({ tags: [1] }), []);
          assert.deepEqual(await find({ correspondent: 4, tags: [2, 3] }), ['1-0']);
          assert.deepEqual(await reader.stemsTop(['draft'], 5, ALL), []);
          assert.deepEqual(toIds(await reader.stemsTop(['archiv'], 5, ALL)).toSorted(), ['1-0', '1-1']);
          assert.deepEqual(toIds(await reader.partsTop(['lemo'], 5, ALL)), ['1-0']);
          assert.deepEqual(toIds(await reader.denseTop(toUnit(Y), 1, ALL)), ['1-1']);
          assert.equal(await reader.countDocuments({ scope: { kind: 'user', user: 9, groups: [] } }), 1);
          assert.equal(await reader.countDocuments({ scope: { kind: 'user', user: 7, groups: [] } }), 2);
          assert.deepEqual((await reader.fingerprints([1])).get(1)?.metadata, 'metadata-second');
          assert.equal(await reader.countDocuments(ALL), 2, 'an unknown document is not created');
        },
      ),
    );

    it(
      'takes the last word from a passage, and leaves its embedding',
      withLive([[1, { ...WORDLESS, metadata: 'bill' }]], async ({ writer, reader }) => {
        assert.deepEqual(toIds(await reader.stemsTop(['bill'], 5, ALL)), ['1-0']);
        await writer.updateMetadata([createDocument(1, WORDLESS)]);
        assert.deepEqual(await reader.stemsTop(['bill'], 5, ALL), []);
        assert.deepEqual(await reader.partsTop(['bil'], 5, ALL), []);
        assert.deepEqual(toIds(await reader.denseTop(toUnit(X), 5, ALL)), ['1-0']);
        await writer.updateMetadata([createDocument(1, { ...WORDLESS, metadata: 'bill' })]);
        assert.deepEqual(toIds(await reader.partsTop(['bil'], 5, ALL)), ['1-0']);
      }),
    );

    it(
      'removes documents with everything of theirs',
      withLive(
        [
          [1, { texts: ['lemon'], tags: [5], embeddings: [X] }],
          [2, { texts: ['lemon'] }],
        ],
        async ({ writer, reader }) => {
          await writer.remove([1, 77]);
          assert.deepEqual(toIds(await reader.stemsTop(['lemon'], 5, ALL)), ['2-0']);
          assert.deepEqual(toIds(await reader.partsTop(['lemon'], 5, ALL)), ['2-0']);
          assert.deepEqual(await reader.denseTop(toUnit(X), 5, ALL), []);
          assert.deepEqual(await reader.read(['1-0'], EVERYTHING), []);
          assert.deepEqual(await reader.documentsWith('tag', 5), []);
          assert.deepEqual(await reader.frequencies(['lemon']), new Map([['lemon', 1]]));
          assert.deepEqual(
            (await collect(reader.documents())).map(({ id }) => id),
            [2],
          );
          await writer.remove([]);
        },
      ),
    );

    it(
      'writes nothing when the signal is aborted',
      withLive([[1, { texts: ['lemon'] }]], async ({ writer, reader }) => {
        const options = { signal: AbortSignal.abort() };
        await assert.rejects(writer.replace([createEntry(1, { texts: ['peach'] })], options), { name: 'AbortError' });
        await assert.rejects(writer.updateMetadata([createDocument(1)], options), { name: 'AbortError' });
        await assert.rejects(writer.remove([1], options), { name: 'AbortError' });
        assert.deepEqual(toIds(await reader.stemsTop(['lemon'], 5, ALL)), ['1-0']);
      }),
    );

    for (const [name, embedding] of [
      ['not finite', [Number.NaN, 0, 0, 0]],
      ['zero', [0, 0, 0, 0]],
      ['not of unit length', [0.5, 0, 0, 0]],
      ['of other dimensions', [1, 0, 0]],
    ] as const) {
      it(
        `refuses an embedding that is ${name}, with all that came with it`,
        withLive([[1, { texts: ['lemon'], embeddings: [X] }]], async ({ writer, reader }) => {
          const good = createEntry(1, { texts: ['peach'], embeddings: [Y] });
          const bad = { ...createEntry(2, { texts: ['peach'] }), embeddings: [Float32Array.from(embedding)] };
          await assert.rejects(writer.replace([good, bad]), /Document 2/);
          assert.deepEqual(toIds(await reader.stemsTop(['lemon', 'peach'], 5, ALL)), ['1-0']);
          assert.deepEqual((await reader.read(['1-0'], EVERYTHING))[0]?.text, 'lemon');
        }),
      );
    }

    it('refuses embeddings that are not one per passage, or that the recipe has no place for', async () => {
      const { index } = store();
      const dense = await index.writer((await index.begin(DENSE)).id);
      const lexical = await index.writer((await index.begin(LEXICAL)).id);
      const two = createEntry(2, { texts: ['peach', 'lemon'], embeddings: [X] });
      await assert.rejects(dense.replace([two]), /Document 2/);
      await assert.rejects(lexical.replace([createEntry(2, { texts: ['peach'], embeddings: [X] })]), /Document 2/);
    });
  });
}

const X = [1, 0, 0, 0];
const Y = [0, 1, 0, 0];
const Z = [0, 0, 1, 0];
const WORDLESS = { title: '🧦', texts: ['…'], embeddings: [X] };
