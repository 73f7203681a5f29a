import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { EVERYTHING, type Filter, type FilterKind, type Scope } from '../../src/model.ts';
import type { PassageReader, SearchOptions } from '../../src/ports.ts';
import {
  createEntry,
  DENSE,
  type EntryOptions,
  type IndexWorld,
  openReader,
  publishEntries,
  type SetUpIndex,
  toDocumentIds,
  toUnit,
} from './passage-index-world.ts';

const DOCUMENTS: readonly [number, EntryOptions][] = [
  [1, { correspondent: 10, documentType: 5, tags: [1, 2], created: '2024-01-01' }],
  [2, { correspondent: 10, tags: [2], created: '2024-01-31', permissions: ownedBy(7) }],
  [3, { correspondent: 11, documentType: 5, tags: [1, 2, 3], created: '2024-02-01', permissions: ownedBy(8) }],
  [4, { tags: [], created: undefined, permissions: { owner: 8, viewUsers: [7], viewGroups: [] } }],
  [
    5,
    {
      correspondent: 11,
      documentType: 6,
      created: '2023-12-31',
      permissions: { owner: 8, viewUsers: [9], viewGroups: [70, 71] },
    },
  ],
];

const USER_7: Scope = { kind: 'user', user: 7, groups: [] };
const USER_6_IN_70: Scope = { kind: 'user', user: 6, groups: [69, 70] };

const FILTERS: readonly (readonly [string, Filter, Scope, readonly number[]])[] = [
  ['no filter', {}, EVERYTHING, [1, 2, 3, 4, 5]],
  ['a correspondent', { correspondent: 10 }, EVERYTHING, [1, 2]],
  ['an unknown correspondent', { correspondent: 99 }, EVERYTHING, []],
  ['a document type', { documentType: 5 }, EVERYTHING, [1, 3]],
  ['no tags', { tags: [] }, EVERYTHING, [1, 2, 3, 4, 5]],
  ['a tag', { tags: [2] }, EVERYTHING, [1, 2, 3]],
  ['several tags, all required', { tags: [1, 2] }, EVERYTHING, [1, 3]],
  ['a tag twice', { tags: [2, 2] }, EVERYTHING, [1, 2, 3]],
  ['a tag nobody has', { tags: [2, 99] }, EVERYTHING, []],
  ['both ends of a month', { createdFrom: '2024-01-01', createdTo: '2024-01-31' }, EVERYTHING, [1, 2]],
  ['a first day', { createdFrom: '2024-01-31' }, EVERYTHING, [2, 3]],
  ['a last day', { createdTo: '2024-01-01' }, EVERYTHING, [1, 5]],
  ['the earliest day there is, without undated documents', { createdFrom: '0001-01-01' }, EVERYTHING, [1, 2, 3, 5]],
  ['an empty range', { createdFrom: '2024-02-01', createdTo: '2024-01-01' }, EVERYTHING, []],
  ['all kinds together', { correspondent: 11, documentType: 5, tags: [3], createdFrom: '2024-02-01' }, EVERYTHING, [3]],
  ['nothing but a user: no owner, own, shared with the user', {}, USER_7, [1, 2, 4]],
  ['nothing but a user whose group may see a document', {}, USER_6_IN_70, [1, 5]],
  ['nothing but a user without rights', {}, { kind: 'user', user: 6, groups: [] }, [1]],
  ['a number that is a group, not the user', {}, { kind: 'user', user: 70, groups: [9] }, [1]],
  ['a filter and a user', { tags: [2] }, USER_7, [1, 2]],
  ['a filter outside of what the user may see', { correspondent: 11 }, USER_7, []],
];

/** Filter and scope: for each leg, the counts, and reading. */
export function describeBounds(setUp: SetUpIndex): void {
  describe('filter and scope', () => {
    let world: IndexWorld;
    let reader: PassageReader;
    before(async () => {
      world = await setUp();
      const index = world.open();
      const entries = DOCUMENTS.map(([id, options]) =>
        createEntry(id, { ...options, texts: ['marmalade one', 'marmalade two'], embeddings: [NEAR, NEAR] }),
      );
      // Better matches, all outside of every filter here and invisible to all users.
      const crowd = Array.from({ length: 60 }, (_, index) =>
        createEntry(1_000 + index, {
          texts: ['orange orange marmalade'],
          correspondent: 50,
          permissions: ownedBy(50),
          embeddings: [[1, 0, 0, 0]],
        }),
      );
      await publishEntries(index, DENSE, [...entries, ...crowd]);
      reader = await openReader(index);
    });
    after(() => world.close());

    const search = async (k: number, options: SearchOptions) => ({
      stems: await reader.stemsTop(['marmalad'], k, options),
      parts: await reader.partsTop(['armalad'], k, options),
      dense: await reader.denseTop(toUnit([1, 0, 0, 0]), k, options),
    });

    for (const [name, filter, scope, expected] of FILTERS) {
      it(`holds for ${name}`, async () => {
        const inside = (ids: readonly number[]) => ids.filter((id) => id < 1_000);
        const options = { filter, scope };
        for (const [leg, hits] of Object.entries(await search(200, options)))
          assert.deepEqual(inside(toDocumentIds(hits)), expected, leg);
        const crowd = scope.kind === 'everything' && Object.values(filter).flat().length === 0 ? 60 : 0;
        assert.equal(await reader.countDocuments(options), expected.length + crowd);
      });
    }

    it('finds k passages inside of the filter though dozens outside of it match better', async () => {
      const hits = await search(3, { filter: { correspondent: 10 }, scope: EVERYTHING });
      for (const [leg, rows] of Object.entries(hits)) {
        assert.equal(rows.length, 3, leg);
        assert.ok(
          rows.every(({ documentId }) => documentId === 1 || documentId === 2),
          leg,
        );
      }
    });

    it('finds k passages inside of the scope though dozens outside of it match better', async () => {
      const hits = await search(6, { scope: USER_7 });
      for (const [leg, rows] of Object.entries(hits)) assert.deepEqual(toDocumentIds(rows), [1, 2, 4], leg);
    });

    it('counts the documents of each name inside of filter and scope, and names no others', async () => {
      const count = async (kind: FilterKind, options: SearchOptions) =>
        Object.fromEntries(await reader.countNames(kind, options));
      assert.deepEqual(await count('correspondent', { scope: EVERYTHING }), { 10: 2, 11: 2, 50: 60 });
      assert.deepEqual(await count('tag', { scope: EVERYTHING }), { 1: 2, 2: 3, 3: 1 });
      assert.deepEqual(await count('correspondent', { scope: USER_7 }), { 10: 2 });
      assert.deepEqual(await count('document_type', { scope: USER_7 }), { 5: 1 });
      assert.deepEqual(await count('tag', { scope: USER_7 }), { 1: 1, 2: 2 });
      assert.deepEqual(await count('correspondent', { scope: USER_6_IN_70 }), { 10: 1, 11: 1 });
      assert.deepEqual(await count('tag', { scope: EVERYTHING, filter: { correspondent: 11 } }), { 1: 1, 2: 1, 3: 1 });
      assert.deepEqual(await count('tag', { scope: USER_6_IN_70, filter: { correspondent: 11 } }), {});
    });

    it('finds the documents that carry a name only where the scope allows', async () => {
      assert.deepEqual(await reader.documentsWith('correspondent', 11), [3, 5]);
      assert.deepEqual(await reader.documentsWith('correspondent', 11, { scope: EVERYTHING }), [3, 5]);
      assert.deepEqual(await reader.documentsWith('correspondent', 11, { scope: USER_6_IN_70 }), [5]);
      assert.deepEqual(await reader.documentsWith('tag', 2, { scope: USER_7 }), [1, 2]);
      assert.deepEqual(await reader.documentsWith('document_type', 6, { scope: USER_7 }), []);
    });

    it('reads only what the scope allows', async () => {
      const ids = ['5-1', '4-0', '3-0', '1-1'];
      assert.deepEqual(
        (await reader.read(ids, USER_7)).map(({ id }) => id),
        ['4-0', '1-1'],
      );
      assert.deepEqual(
        (await reader.read(ids, USER_6_IN_70)).map(({ id }) => id),
        ['5-1', '1-1'],
      );
    });
  });
}

const NEAR = [1, 1, 0, 0];

function ownedBy(owner: number) {
  return { owner, viewUsers: [], viewGroups: [] };
}
