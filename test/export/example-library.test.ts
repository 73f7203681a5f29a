import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createExportArchive } from '../../src/export/export-archive.ts';
import { createExportSource } from '../../src/export/export-source.ts';
import { type Entry, withFolder, writeFiles } from './write-export.ts';

const LIBRARY = join(import.meta.dirname, '..', '..', 'examples', 'library');
const FIXTURES = join(import.meta.dirname, '..', 'fixtures');
const DOCUMENT_MODELS = ['documents.document', 'documents.note', 'documents.customfieldinstance'];

interface Question {
  readonly id: string;
  readonly gold: readonly number[];
  readonly evidence: string | null;
  readonly evidence_more?: readonly string[];
  readonly answerable: boolean;
}

function readJson<T>(...path: readonly string[]): T {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}

const MANIFEST = readJson<readonly Entry[]>(LIBRARY, 'manifest.json');

describe('the sample library', () => {
  it('is a whole export: every document has its file and its thumbnail', async () => {
    const documents = MANIFEST.filter(({ model }) => model === 'documents.document');
    assert.equal(documents.length, 44);
    const archive = createExportArchive(LIBRARY);
    for (const { pk, __exported_file_name__: name } of documents) {
      assert.ok(statSync(join(LIBRARY, String(name))).size > 0, `${name} is there`);
      assert.equal((await archive.thumbnail(Number(pk)))?.type, 'image/webp');
    }
  });

  it('is small, and holds no password, audit log or path of a machine', () => {
    const bytes = readdirSync(LIBRARY).reduce((sum, name) => sum + statSync(join(LIBRARY, name)).size, 0);
    assert.ok(bytes < 4_000_000, `${bytes} bytes`);
    for (const { model, fields } of MANIFEST) {
      assert.notEqual(model, 'auditlog.logentry');
      assert.ok(!('password' in fields), 'no field for a password');
    }
    assert.doesNotMatch(readFileSync(join(LIBRARY, 'manifest.json'), 'utf8'), /"\/(home|root|tmp|usr|var)\//);
  });

  it('is read with its metadata', async () => {
    const [document] = await createExportSource(LIBRARY).read([1]);
    assert.ok(document);
    const { content, ...metadata } = document;
    assert.match(content, /Rechnungsnummer: SJ-2022-118406/);
    assert.deepEqual(metadata, {
      id: 1,
      title: 'Jahresabrechnung Strom 2022',
      created: '2023-01-19',
      modified: '2026-11-30T11:18:22.219000Z',
      correspondent: 1,
      documentType: 1,
      storagePath: 1,
      tags: [1, 2],
      customFields: [
        { field: 1, value: 'EUR 1252.36' },
        { field: 2, value: '2023-02-09' },
        { field: 3, value: 'STW-440-81723' },
      ],
      notes: ['Nachzahlung von Bens Konto überwiesen am 03.02.'],
      archiveSerialNumber: 101,
      permissions: { owner: 4, viewUsers: [], viewGroups: [] },
    });
  });

  it('has documents of everybody, of one, and shared with the family', async () => {
    const source = createExportSource(LIBRARY);
    const documents = await source.read(await source.allIds());
    const countBy = Map.groupBy(documents, ({ permissions: { owner, viewGroups } }) =>
      owner === undefined ? 'unowned' : `owner ${owner}${viewGroups.length > 0 ? ', shared' : ''}`,
    );
    const counts = Object.fromEntries([...countBy].sort().map(([key, list]) => [key, list.length]));
    assert.deepEqual(counts, { 'owner 3': 9, 'owner 3, shared': 5, 'owner 4': 12, 'owner 4, shared': 11, unowned: 7 });
  });

  it('has questions whose evidence stands in their documents', async () => {
    const questions = readJson<readonly Question[]>(LIBRARY, 'questions.json');
    assert.equal(questions.length, 90);
    const source = createExportSource(LIBRARY);
    for (const { id, gold, evidence, evidence_more: more = [] } of questions) {
      const documents = await source.read(gold);
      assert.equal(documents.length, gold.length, `the documents of ${id} exist`);
      const text = documents
        .map(({ content, notes }) => [content, ...notes].join('\n'))
        .join('\n')
        .replaceAll(/\s+/g, ' ');
      for (const words of [evidence ?? '', ...more])
        assert.ok(text.includes(words.replaceAll(/\s+/g, ' ')), `${id}: ${words}`);
    }
  });
});

describe('real exports', () => {
  it('with --split-manifest give the same documents as without', async () => {
    const parts = Object.fromEntries(
      readdirSync(join(FIXTURES, 'export-split')).map((name) => [name, readJson(FIXTURES, 'export-split', name)]),
    );
    await withFolder(async (folder) => {
      await writeFiles(folder, {
        ...parts,
        'manifest.json': MANIFEST.filter(({ model }) => !DOCUMENT_MODELS.includes(model)),
      });
      const [split, single] = [createExportSource(folder), createExportSource(LIBRARY)];
      const ids = await split.allIds();
      assert.deepEqual(ids, [1, 31, 33, 34]);
      assert.deepEqual(await split.read(ids), await single.read(ids));
      assert.deepEqual(await split.names(), await single.names());
    });
  });

  it('show the newest version under the id of its document, and no trash', async () => {
    await withFolder(async (folder) => {
      await writeFiles(folder, { 'manifest.json': readJson(FIXTURES, 'export-version-and-trash.json') });
      const source = createExportSource(folder);
      assert.deepEqual(await source.allIds(), [21]);
      const [trip] = await source.read([21, 46, 23]);
      assert.equal(trip?.id, 21);
      assert.equal(trip?.title, 'Class 6b trip to the Elk Hills');
      assert.equal(trip?.content, 'Class 6b trip, corrected price: 212 EUR. Narwhalword.\n');
      assert.equal(trip?.modified, '2026-11-30T11:31:31.863000Z');
      assert.deepEqual(trip?.tags, [15]);
    });
  });
});
