import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../src/errors.ts';
import { createGathered, gather } from '../../src/export/gather.ts';
import { buildLibrary, type Library } from '../../src/export/library.ts';
import { parseManifestEntry } from '../../src/export/manifest.ts';
import type { Entry } from './write-export.ts';

/** The library of manifests given as lists of entries by file. */
function build(files: Readonly<Record<string, readonly Entry[]>>): Library {
  const gathered = createGathered();
  for (const [file, entries] of Object.entries(files))
    entries.forEach((value, index) => {
      const raw = { value, number: index + 1, start: index, end: index + 1 };
      const entry = parseManifestEntry(file, raw);
      if (entry !== undefined) gather(gathered, entry, file, raw);
    });
  return buildLibrary(gathered);
}

function entry(model: string, pk: number, fields: Entry['fields']): Entry {
  return { model, pk, fields };
}

function document(pk: number, fields: Entry['fields'] = {}): Entry {
  return entry('documents.document', pk, { title: 'T', content: 'C', modified: '2026-01-01T00:00:00Z', ...fields });
}

describe('buildLibrary', () => {
  describe('with versions', () => {
    const newestOf = (...entries: readonly Entry[]) => build({ m: entries }).documents.get(1);
    const version = (pk: number, fields: Entry['fields'] = {}) => document(pk, { root_document: 1, ...fields });

    it('takes the one with the highest number, whatever its id', () => {
      const found = newestOf(document(1), version(9, { version_index: 2 }), version(8, { version_index: 3 }));
      assert.equal(found?.newest.start, 2);
      assert.equal(found?.root.start, 0);
    });

    it('takes the one with the highest id where there are no numbers', () => {
      assert.equal(newestOf(version(8), version(9), document(1))?.newest.start, 1);
    });

    it('moves the modification time with the newest version, never back', () => {
      const later = version(8, { modified: '2026-01-02T00:00:00Z' });
      const earlier = version(8, { modified: '2025-01-02T00:00:00Z' });
      assert.equal(newestOf(document(1), later)?.modified, '2026-01-02T00:00:00.000000Z');
      assert.equal(newestOf(document(1), earlier)?.modified, '2026-01-01T00:00:00.000000Z');
    });

    it('leaves out a trashed version, and a version whose document is gone or in the trash', () => {
      const trashed = { deleted_at: '2026-01-03T00:00:00Z' };
      assert.equal(newestOf(document(1), version(8, trashed))?.newest.start, 0);
      assert.equal(build({ m: [version(8)] }).documents.size, 0);
      assert.equal(build({ m: [document(1, trashed), version(8)] }).documents.size, 0);
    });

    it('refuses versions of versions: documents whose roots went in a circle vanished without a word', () => {
      const of = (pk: number, root: number) => document(pk, { root_document: root });
      for (const entries of [[of(1, 1)], [of(1, 2), of(2, 1)], [document(1), of(2, 1), of(3, 2)]])
        assert.throws(
          () => build({ 'm.json': entries }),
          (error: Error) =>
            error instanceof ConfigError && /m\.json: document \d is a version of \d, which is/.test(error.message),
        );
    });
  });

  describe('with permissions', () => {
    const explained = [
      entry('contenttypes.contenttype', 40, { app_label: 'documents', model: 'document' }),
      entry('contenttypes.contenttype', 41, { app_label: 'documents', model: 'tag' }),
      entry('auth.permission', 7, { codename: 'view_document', content_type: 40 }),
      entry('auth.permission', 8, { codename: 'change_document', content_type: 40 }),
      entry('auth.permission', 9, { codename: 'view_document', content_type: 41 }),
    ];
    const grant = (permission: number, user: number) =>
      entry('guardian.userobjectpermission', user, { permission, object_pk: '1', user, content_type: 40 });
    const viewers = (...entries: readonly Entry[]) => build({ m: entries }).documents.get(1)?.permissions.viewUsers;

    it('resolves the keys of this Paperless, and sorts', () => {
      assert.deepEqual(viewers(document(1), grant(7, 5), grant(7, 3), ...explained), [3, 5]);
    });

    it('takes only plain numbers for documents', () => {
      const grants = ['1e0', ' 1', '0x1', '', '9007199254740993', '1'].map((key, index) =>
        entry('guardian.userobjectpermission', index + 1, { permission: 7, object_pk: key, user: index + 10 }),
      );
      const { documents } = build({ m: [...explained, document(1), ...grants] });
      assert.deepEqual(documents.get(1)?.permissions.viewUsers, [15]);
    });

    it('takes no other permission for the one to view a document', () => {
      assert.deepEqual(viewers(...explained, document(1), grant(8, 5), grant(9, 6), grant(10, 7)), []);
    });

    it('gives nothing when the export does not explain the permission', () => {
      assert.deepEqual(viewers(document(1, { owner: 2 }), grant(68, 5)), []);
    });
  });

  it('leaves out deleted notes and values, and orders notes as they were written', () => {
    const note = (pk: number, text: string, fields: Entry['fields'] = {}) =>
      entry('documents.note', pk, { note: text, document: 1, ...fields });
    const found = build({
      m: [
        note(3, 'second'),
        note(2, 'first'),
        note(4, 'deleted', { deleted_at: '2026-01-03T00:00:00Z' }),
        note(5, 'of nothing', { document: null }),
        entry('documents.customfield', 1, { name: 'n', data_type: 'string', extra_data: null }),
        entry('documents.customfieldinstance', 1, { document: 1, field: 1, value_text: 'v', deleted_at: '2026-01-03' }),
        document(1),
      ],
    }).documents.get(1);
    assert.deepEqual(found?.notes, ['first', 'second']);
    assert.deepEqual(found?.customFields, []);
  });

  it('believes the copy that was modified last when an older split export left its file behind', () => {
    const note = entry('documents.note', 1, { note: 'stale', document: 1 });
    const old = [document(1, { title: 'old name' }), note];
    const current = [document(1, { title: 'new name', modified: '2026-02-01T00:00:00Z' })];
    for (const files of [
      { old, current },
      { current, old },
    ]) {
      const found = build(files).documents.get(1);
      assert.equal(found?.title, 'new name');
      assert.deepEqual(found?.notes, []);
    }
  });

  it('refuses a document that is twice in one file', () => {
    assert.throws(
      () => build({ 'a.json': [document(1), document(2), document(1)] }),
      (error: Error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /a\.json: entry 3: document 1 is there twice/);
        return true;
      },
    );
  });
});

describe('parseManifestEntry', () => {
  const parse = (value: unknown) => parseManifestEntry('manifest.json', { value, number: 12, start: 0, end: 1 });

  it('names entry, model, key and field of a wrong value, but not the value', () => {
    assert.throws(
      () => parse(document(5, { tags: [1, 'secret'] })),
      (error: Error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /manifest\.json: entry 12 \(documents\.document 5\), fields\.tags\.1: /);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      },
    );
  });

  const wrong: readonly [what: string, value: unknown, place: RegExp][] = [
    ['a text', 'x', /entry 12, the entry/],
    ['an object of another kind', { name: 'x' }, /entry 12, model/],
    ['fields that are a list', entry('documents.tag', 1, [] as never), /entry 12, fields/],
    ['a date that is none', document(1, { created: '2023-02-30' }), /fields\.created: expected a date/],
    ['a time that is no date', document(1, { created: '2023-02-30T00:00:00Z' }), /fields\.created: expected a date/],
    ['a time without offset', document(1, { modified: '2023-02-20T10:00:00' }), /fields\.modified: expected a time/],
    ['a key that JSON rounds', { ...document(1), pk: 2 ** 53 }, /entry 12, pk: Too big/],
    ['a key below one', { ...document(1), pk: 0 }, /pk: Too small/],
    ['a key that is no number', { ...document(1), pk: 'abc' }, /with a key that is no number\), pk/],
    [
      'a document without a title',
      entry('documents.document', 1, { modified: '2026-01-01T00:00:00Z' }),
      /fields\.title/,
    ],
  ];
  for (const [what, value, place] of wrong)
    it(`refuses ${what}`, () => {
      assert.throws(
        () => parse(value),
        (error: Error) => error instanceof ConfigError && place.test(error.message),
      );
    });

  for (const [created, date] of [
    ['2024-10-07T00:00:00Z', '2024-10-07'],
    ['2024-10-06T22:00:00Z', '2024-10-07'],
    ['2024-12-31T23:00:00.000Z', '2025-01-01'],
    ['2024-10-06T18:30:00Z', '2024-10-07'],
    ['2024-10-07T05:00:00Z', '2024-10-07'],
    ['2024-10-07T21:14:55.123Z', '2024-10-07'],
    ['2024-10-07T00:00:00+02:00', '2024-10-07'],
    ['2024-10-07', '2024-10-07'],
  ] as const)
    it(`an export of an older Paperless ended with an error: ${created} is ${date}`, () => {
      const parsed = parse(document(1, { created }));
      assert.equal(parsed?.model === 'documents.document' && parsed.fields.created, date);
    });

  it('passes over models and fields it does not know', () => {
    assert.equal(parse(entry('documents.invented', 1, { any: 'thing' })), undefined);
    const known = parse({ ...document(1, { invented: { deep: [1] } }), more: true });
    assert.equal(known?.pk, 1);
  });
});
