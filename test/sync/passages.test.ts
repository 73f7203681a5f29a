import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Document, Names } from '../../src/model.ts';
import { buildLines } from '../../src/sync/document-lines.ts';
import { buildFingerprint } from '../../src/sync/fingerprint.ts';
import { buildPassages, toEmbeddingText, toIndexedDocument } from '../../src/sync/passages.ts';

const NAMES: Names = {
  correspondent: new Map([[1, 'Stadtwerke Talhausen']]),
  document_type: new Map([[2, 'Rechnung']]),
  tag: new Map([
    [3, 'energie'],
    [4, 'haushalt'],
  ]),
  storage_path: new Map([[5, 'Haus/Energie']]),
  custom_field: new Map([
    [6, 'amount'],
    [7, 'contract_no'],
  ]),
};

const DOCUMENT: Document = {
  id: 17,
  title: 'Jahresabrechnung Strom 2022',
  content: 'Arbeitspreis 36,20 ct\n\nNachzahlung 174,36 EUR',
  created: '2023-01-19',
  modified: '2024-05-01T08:00:00.000000Z',
  correspondent: 1,
  documentType: 2,
  storagePath: 5,
  tags: [3, 4],
  customFields: [
    { field: 6, value: 'EUR 1252.36' },
    { field: 7, value: 'STW-440-81723' },
  ],
  notes: ['Überwiesen am 03.02.'],
  archiveSerialNumber: 101,
  permissions: { owner: 1, viewUsers: [2], viewGroups: [] },
};

const cut = (document: Document) => buildPassages(document, buildLines(document, NAMES));
const hash = (document: Document, names = NAMES) => buildFingerprint(document, buildLines(document, names));

const renamed = (kind: keyof Names, id: number, name: string): Names => ({
  ...NAMES,
  [kind]: new Map(NAMES[kind]).set(id, name),
});

describe('passages of a document', () => {
  it('are its text and its notes, under one header and one metadata line', () => {
    const [body, note, ...rest] = cut(DOCUMENT);
    assert.equal(rest.length, 0);
    assert.equal(body?.text, DOCUMENT.content);
    assert.equal(body?.kind, 'body');
    assert.equal(body?.header, 'Jahresabrechnung Strom 2022 — Stadtwerke Talhausen — 2023-01-19');
    assert.equal(
      body?.metadata,
      'Rechnung · energie · haushalt · ASN 101 · Haus/Energie · amount EUR 1252.36 · contract_no STW-440-81723',
    );
    assert.deepEqual([note?.kind, note?.position, note?.text], ['note', 1, 'Überwiesen am 03.02.']);
    assert.deepEqual([note?.header, note?.metadata], [body?.header, body?.metadata]);
  });

  it('are numbered through and point back into the text they were cut from', () => {
    const content = Array.from({ length: 80 }, (_, n) => `Absatz ${n} hat ein paar Wörter.`).join('\n\n');
    const passages = cut({ ...DOCUMENT, content, notes: ['eins', ' ', 'zwei'] });
    assert.deepEqual(
      passages.map(({ position }) => position),
      passages.map((_, index) => index),
    );
    for (const { kind, start, end, text } of passages)
      if (kind === 'body') assert.equal(content.slice(start, end), text);
    assert.deepEqual(
      passages.filter(({ kind }) => kind === 'note').map(({ text }) => text),
      ['eins', 'zwei'],
    );
  });

  it('are one header without a body for an empty document, so that its title is found', () => {
    const passages = cut({ ...DOCUMENT, content: ' \n', notes: [] });
    assert.equal(passages.length, 1);
    assert.deepEqual(
      [passages[0]?.kind, passages[0]?.start, passages[0]?.end, passages[0]?.text, passages[0]?.searchText],
      ['header', 0, 0, '', ''],
    );
    assert.match(passages[0]?.header ?? '', /^Jahresabrechnung/);
  });

  it('leave out of header and metadata what is missing or has no name any more', () => {
    const bare = {
      ...DOCUMENT,
      correspondent: 99,
      documentType: undefined,
      storagePath: undefined,
      tags: [3, 98],
      customFields: [],
      archiveSerialNumber: undefined,
      created: undefined,
    };
    const [passage] = cut(bare);
    assert.equal(passage?.header, 'Jahresabrechnung Strom 2022');
    assert.equal(passage?.metadata, 'energie');
  });

  it('keep a title with line breaks and control characters on one line', () => {
    const [passage] = cut({ ...DOCUMENT, title: 'Zeile\r\n eins\u0000\tzwei' });
    assert.equal(passage?.header, 'Zeile eins zwei — Stadtwerke Talhausen — 2023-01-19');
  });

  it('are searched without the running lines of their pages, and shown with them', () => {
    const page = (n: number) =>
      `Text der Anlage ${n} ${'lang '.repeat(60)}\nStadtwerke Talhausen, Am Gaswerk 4\nSeite ${n} von 3\n`;
    const passages = cut({ ...DOCUMENT, content: [1, 2, 3].map(page).join(''), notes: [] });
    const searched = passages.map(({ searchText }) => searchText).join('\n');
    assert.doesNotMatch(searched, /Seite [23] von 3/);
    assert.match(passages.map(({ text }) => text).join('\n'), /Seite 3 von 3/);
    assert.match(searched, /Stadtwerke Talhausen, Am Gaswerk 4/);
  });

  it('are embedded with their header and without their metadata', () => {
    const [body] = cut(DOCUMENT);
    assert.ok(body);
    const text = toEmbeddingText(body);
    assert.ok(text.startsWith(body.header) && text.endsWith(body.searchText));
    assert.ok(!text.includes('energie'));
  });
});

describe('a fingerprint', () => {
  const base = hash(DOCUMENT);
  const changedParts = (document: Document, names: Names = NAMES) => {
    const other = hash(document, names);
    return (['text', 'metadata', 'permissions'] as const).filter((part) => other[part] !== base[part]);
  };

  it('is three SHA-256 hashes that do not depend on when the document was modified', () => {
    for (const part of Object.values(base)) assert.match(part, /^[0-9a-f]{64}$/);
    assert.deepEqual(changedParts({ ...DOCUMENT, modified: '2026-01-01T00:00:00.000000Z' }), []);
  });

  it('changes in its text for content and notes', () => {
    assert.deepEqual(changedParts({ ...DOCUMENT, content: `${DOCUMENT.content}.` }), ['text']);
    assert.deepEqual(changedParts({ ...DOCUMENT, notes: [] }), ['text']);
    assert.deepEqual(changedParts({ ...DOCUMENT, notes: ['Überwiesen am', '03.02.'] }), ['text']);
  });

  it('changes in text and metadata for title, correspondent and date, which are in the header', () => {
    assert.deepEqual(changedParts({ ...DOCUMENT, title: 'Strom' }), ['text', 'metadata']);
    assert.deepEqual(changedParts({ ...DOCUMENT, created: '2023-01-20' }), ['text', 'metadata']);
    assert.deepEqual(changedParts(DOCUMENT, renamed('correspondent', 1, 'Stadtwerke')), ['text']);
  });

  it('changes in its metadata alone for tags, type, fields and their new names', () => {
    assert.deepEqual(changedParts({ ...DOCUMENT, tags: [3] }), ['metadata']);
    assert.deepEqual(changedParts({ ...DOCUMENT, archiveSerialNumber: 102 }), ['metadata']);
    assert.deepEqual(changedParts(DOCUMENT, renamed('tag', 3, 'Energie')), ['metadata']);
    assert.deepEqual(changedParts(DOCUMENT, renamed('custom_field', 7, 'Vertrag')), ['metadata']);
  });

  it('changes in its permissions alone for owner and viewers, whatever their order', () => {
    const viewers = { owner: 1, viewUsers: [3, 2], viewGroups: [] };
    assert.deepEqual(changedParts({ ...DOCUMENT, permissions: viewers }), ['permissions']);
    assert.deepEqual(
      hash({ ...DOCUMENT, permissions: viewers }),
      hash({ ...DOCUMENT, permissions: { ...viewers, viewUsers: [2, 3] } }),
    );
  });

  it('tells texts apart that differ in a lone surrogate only', () => {
    const hashes = ['a\ud800', 'a\ud801', 'a\ufffd'].map((content) => hash({ ...DOCUMENT, content }).text);
    assert.equal(new Set(hashes).size, 3);
  });
});

describe('the stored document', () => {
  it('carries ids, the metadata line of its passages, and its fingerprint', () => {
    const stored = toIndexedDocument(DOCUMENT, buildLines(DOCUMENT, NAMES));
    assert.deepEqual(stored.customFields, [6, 7]);
    assert.equal(stored.metadata, cut(DOCUMENT)[0]?.metadata);
    assert.deepEqual(stored.fingerprint, hash(DOCUMENT));
    assert.deepEqual(stored.permissions, DOCUMENT.permissions);
  });
});
