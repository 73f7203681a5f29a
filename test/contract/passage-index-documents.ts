import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EVERYTHING, type Names } from '../../src/model.ts';
import type { PassageReader } from '../../src/ports.ts';
import { collect, createEntry, type SetUpIndex, shareStore, toIds } from './passage-index-world.ts';

const NAMES: Names = {
  correspondent: new Map([
    [3, 'Stadtwerke'],
    [1, 'O’Neil & "Söhne"'],
  ]),
  document_type: new Map(),
  tag: new Map([[9, '\u{1f600}']]),
  storage_path: new Map([[2, 'Private']]),
  custom_field: new Map([[4, 'Amount']]),
};

/** What is stored of passages and documents beside what is searched. */
export function describeDocuments(setUp: SetUpIndex): void {
  describe('documents and passages', () => {
    const { withLive } = shareStore(setUp);

    it(
      'returns passages as they were written, in the order asked for',
      withLive([], async ({ writer, reader }) => {
        const text = 'Zeile eins\r\nZeile “zwei”\t– 1.234,56 €\u00ad \u{1f600} e\u0301';
        const entry = createEntry(5, {
          title: 'Brief — <b>"A"</b>',
          created: '2024-02-29',
          correspondent: 3,
          documentType: 4,
          tags: [1, 20, 100],
          texts: [text],
        });
        const note = { position: 1, kind: 'note', start: 2, end: 6, text: 'a note', searchText: 'a note' } as const;
        const passages = [...entry.passages, { ...note, header: 'Brief', metadata: '' }];
        await writer.replace([{ ...entry, passages }, createEntry(6, { texts: ['six'] })]);
        const read = await reader.read(['6-0', '5-1', '7-0', '5-9', 'nonsense', '5-0', '6-0'], EVERYTHING);
        assert.deepEqual(toIds(read), ['6-0', '5-1', '5-0', '6-0']);
        assert.deepEqual(read[2], {
          id: '5-0',
          documentId: 5,
          position: 0,
          kind: 'body',
          start: 0,
          end: text.length,
          text,
          title: 'Brief — <b>"A"</b>',
          created: '2024-02-29',
          correspondent: 3,
          documentType: 4,
          tags: [1, 20, 100],
        });
        const { kind, start, end } = read[1] ?? assert.fail('the note is missing');
        assert.deepEqual([kind, start, end], ['note', 2, 6]);
        assert.deepEqual([read[0]?.created, read[0]?.correspondent, read[0]?.tags], [undefined, undefined, []]);
      }),
    );

    it(
      'lists fingerprints ascending, or those asked for',
      withLive(
        [
          [30, {}],
          [4, { fingerprint: 'x' }],
          [200, {}],
        ],
        async ({ reader }) => {
          const all = await collect(reader.documents());
          assert.deepEqual(
            all.map(({ id }) => id),
            [4, 30, 200],
          );
          const expected = { text: 'text-x', metadata: 'metadata-x', permissions: 'permissions-x' };
          assert.deepEqual(all[0]?.fingerprint, expected);
          assert.deepEqual(await reader.fingerprints([5, 4]), new Map([[4, expected]]));
        },
      ),
    );

    it(
      'knows which documents carry a name',
      withLive(
        [
          [9, { correspondent: 1, storagePath: 2, customFields: [4, 5] }],
          [3, { correspondent: 1, documentType: 1, tags: [1] }],
        ],
        async ({ reader }) => {
          const ids = async (...[kind, id]: Parameters<PassageReader['documentsWith']>) =>
            (await reader.documentsWith(kind, id)).toSorted((a, b) => a - b);
          assert.deepEqual(await ids('correspondent', 1), [3, 9]);
          assert.deepEqual(await ids('document_type', 1), [3]);
          assert.deepEqual(await ids('tag', 1), [3]);
          assert.deepEqual(await ids('storage_path', 2), [9]);
          assert.deepEqual(await ids('custom_field', 5), [9]);
          assert.deepEqual(await ids('tag', 4), []);
        },
      ),
    );

    it(
      'keeps the names of the last time they were set',
      withLive([], async ({ writer, reader }) => {
        assert.deepEqual([...(await reader.names()).tag], []);
        await writer.setNames({ ...NAMES, tag: new Map([[1, 'gone']]) });
        await writer.setNames(NAMES);
        const names = await reader.names();
        for (const [kind, byId] of Object.entries(NAMES))
          assert.deepEqual(new Map(names[kind as keyof Names]), new Map([...byId].sort(([a], [b]) => a - b)));
      }),
    );
  });
}
