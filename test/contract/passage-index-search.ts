import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { IndexMismatchError } from '../../src/errors.ts';
import { EVERYTHING } from '../../src/model.ts';
import type { PassageReader } from '../../src/ports.ts';
import {
  collect,
  createEntry,
  DENSE,
  HOSTILE_STRINGS,
  type IndexWorld,
  inIndexWorld,
  LEXICAL,
  openReader,
  publishEntries,
  type SetUpIndex,
  toIds,
  toTerms,
  toUnit,
} from './passage-index-world.ts';

const ALL = { scope: EVERYTHING };

const FILLER = ['maple', 'birch', 'cedar', 'aspen', 'hazel', 'rowan'].map((tree, index) =>
  createEntry(100 + index, { texts: [`${tree} garden notes`], embeddings: [[0, 0, 0, 1]] }),
);

const LIBRARY = [
  createEntry(1, {
    title: 'Electricity bill',
    texts: ['The amount for the kilowatt hours is due.', 'Meter number RE-2024-00817 was read.'],
    metadata: 'invoice, household',
    embeddings: [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
    ],
  }),
  createEntry(2, {
    title: 'Lease',
    texts: ['The landlord reads the meter and the meter is sealed.'],
    embeddings: [[1, 1, 0, 0]],
  }),
  createEntry(3, {
    title: 'Beitrag',
    texts: ['Der Krankenversicherungsbeitrag für das Jahr und die Pflege steht hier.'],
    embeddings: [[-1, 0, 0, 0]],
  }),
  ...[20, 3_000, 100].map((id) =>
    createEntry(id, {
      texts: ['same sunflower words', 'same sunflower words'],
      embeddings: [
        [0, 0, 1, 0],
        [0, 0, 1, 0],
      ],
    }),
  ),
  ...FILLER.slice(1),
];

const TIED = ['20-0', '20-1', '100-0', '100-1', '3000-0', '3000-1'];

/** What the three legs find, apart from filters and scope. */
export function describeSearch(setUp: SetUpIndex): void {
  describe('searching', () => {
    let world: IndexWorld;
    let reader: PassageReader;
    before(async () => {
      world = await setUp();
      const index = world.open();
      await publishEntries(index, DENSE, LIBRARY);
      reader = await openReader(index);
    });
    after(() => world.close());

    const stems = (words: string, k = 10) => reader.stemsTop(toTerms(words), k, ALL);

    it('finds passages by any of the terms, the better match first', async () => {
      const hits = await stems('meter landlord');
      assert.deepEqual(toIds(hits), ['2-0', '1-1']);
      assert.deepEqual(hits[0]?.documentId, 2);
      assert.ok((hits[0]?.score ?? 0) > (hits[1]?.score ?? 0) && (hits[1]?.score ?? 0) > 0, 'higher is better');
    });

    it('finds words of the header and of the metadata line in every passage of the document', async () => {
      assert.deepEqual([...toIds(await stems('electricity'))].sort(), ['1-0', '1-1']);
      assert.deepEqual([...toIds(await stems('household'))].sort(), ['1-0', '1-1']);
    });

    it('finds a whole identifier, however it is punctuated, and no part of it', async () => {
      assert.deepEqual(toIds(await reader.stemsTop(['#re202400817'], 10, ALL)), ['1-1']);
      assert.deepEqual(await reader.stemsTop(['#re2024'], 10, ALL), []);
    });

    it('finds pieces of words', async () => {
      assert.deepEqual(toIds(await reader.partsTop(['versicher'], 10, ALL)), ['3-0']);
      assert.deepEqual(toIds(await reader.partsTop(['xyzzy', 'lowat'], 10, ALL)), ['1-0']);
      assert.deepEqual(await reader.partsTop(['xyzzy'], 10, ALL), []);
    });

    it('finds nothing by pieces of less than three letters', async () => {
      assert.deepEqual(await reader.partsTop(['me', 'x'], 10, ALL), []);
    });

    it('finds the nearest embeddings with their cosines', async () => {
      const hits = await reader.denseTop(toUnit([1, 0.1, 0, 0]), 3, ALL);
      assert.deepEqual(toIds(hits), ['1-0', '2-0', '1-1']);
      const cosines = [1 / Math.hypot(1, 0.1), 1.1 / Math.hypot(1, 0.1) / Math.SQRT2, 0.1 / Math.hypot(1, 0.1)];
      for (const [rank, hit] of hits.entries()) assert.ok(Math.abs(hit.score - (cosines[rank] ?? 0)) < 1e-4);
    });

    it('finds the farthest embedding last, with a negative cosine', async () => {
      const hits = await reader.denseTop(toUnit([1, 0, 0, 0]), 100, ALL);
      const last = hits.at(-1);
      assert.equal(last?.id, '3-0');
      assert.ok(Math.abs((last?.score ?? 0) + 1) < 1e-4);
    });

    it('orders equal scores by document and position', async () => {
      assert.deepEqual(toIds(await stems('sunflower')), TIED);
      assert.deepEqual(toIds(await reader.partsTop(['unflow'], 10, ALL)), TIED);
      assert.deepEqual(toIds(await reader.denseTop(toUnit([0, 0, 1, 0]), 6, ALL)), TIED);
    });

    it('returns at most k rows, and none for a k of 0', async () => {
      assert.equal((await stems('sunflower', 4)).length, 4);
      assert.equal((await reader.denseTop(toUnit([0, 0, 1, 0]), 4, ALL)).length, 4);
      assert.deepEqual(await stems('sunflower', 0), []);
      assert.deepEqual(await reader.partsTop(['unflow'], 0, ALL), []);
      assert.deepEqual(await reader.denseTop(toUnit([0, 0, 1, 0]), 0, ALL), []);
    });

    it('finds nothing for an empty query', async () => {
      assert.deepEqual(await reader.stemsTop([], 10, ALL), []);
      assert.deepEqual(await reader.partsTop([], 10, ALL), []);
      assert.deepEqual(await reader.denseTop(new Float32Array(0), 10, ALL), []);
      assert.deepEqual(await reader.read([], EVERYTHING), []);
      assert.deepEqual(await reader.frequencies([]), new Map());
      assert.deepEqual(await reader.vocabulary({ kind: 'starts', text: '' }, 10), []);
    });

    it('counts a repeated term once', async () => {
      assert.deepEqual(await reader.stemsTop(['meter', 'meter'], 10, ALL), await reader.stemsTop(['meter'], 10, ALL));
    });

    it('takes query syntax, quotes, NUL, half characters and emoji as words that are not there', async () => {
      for (const hostile of HOSTILE_STRINGS) {
        assert.deepEqual(await reader.stemsTop([hostile], 10, ALL), [], JSON.stringify(hostile));
        assert.deepEqual(toIds(await reader.stemsTop([hostile, 'landlord'], 10, ALL)), ['2-0']);
        assert.deepEqual(toIds(await reader.partsTop([hostile, 'landlor'], 10, ALL)), ['2-0'], JSON.stringify(hostile));
        assert.deepEqual(await reader.frequencies([hostile]), new Map());
        // Only "#" is part of a term.
        const terms = await reader.vocabulary({ kind: 'starts', text: hostile }, 10);
        if (hostile !== '#') assert.deepEqual(terms, [], JSON.stringify(hostile));
      }
    });

    it('reads many terms at once', async () => {
      const terms = Array.from({ length: 500 }, (_, index) => `nowhere${index}`);
      assert.deepEqual(toIds(await reader.stemsTop([...terms, 'landlord'], 10, ALL)), ['2-0']);
    });

    it('refuses an embedding of other dimensions', async () => {
      await assert.rejects(reader.denseTop(toUnit([1, 0, 0]), 5, ALL), IndexMismatchError);
    });

    it('rejects at once when the signal is aborted', async () => {
      const options = { ...ALL, signal: AbortSignal.abort() };
      await assert.rejects(reader.stemsTop(['meter'], 5, options), { name: 'AbortError' });
      await assert.rejects(reader.read(['1-0'], EVERYTHING, options), { name: 'AbortError' });
      assert.equal((await stems('meter')).length, 2, 'and works on');
    });
  });

  describe('searching a generation without embeddings', () => {
    it(
      'refuses the dense leg and serves the others',
      inIndexWorld(setUp, async (world) => {
        const index = world.open();
        await publishEntries(index, LEXICAL, [createEntry(1, { texts: ['one landlord'] })]);
        const reader = await openReader(index);
        await assert.rejects(reader.denseTop(toUnit([1, 0, 0, 0]), 5, ALL), IndexMismatchError);
        assert.deepEqual(toIds(await reader.stemsTop(['landlord'], 5, ALL)), ['1-0']);
      }),
    );

    it(
      'finds nothing in an empty one',
      inIndexWorld(setUp, async (world) => {
        const index = world.open();
        await publishEntries(index, DENSE, []);
        const reader = await openReader(index);
        assert.deepEqual(await reader.stemsTop(['landlord'], 5, ALL), []);
        assert.deepEqual(await reader.partsTop(['landlord'], 5, ALL), []);
        assert.deepEqual(await reader.denseTop(toUnit([1, 0, 0, 0]), 5, ALL), []);
        assert.deepEqual(await reader.vocabulary({ kind: 'starts', text: 'l' }, 5), []);
        assert.equal(await reader.countDocuments(ALL), 0);
        assert.deepEqual(await collect(reader.documents()), []);
        const stats = await reader.stats();
        assert.deepEqual([stats.documents, stats.passages], [0, 0]);
      }),
    );
  });
}
