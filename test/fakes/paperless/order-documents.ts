import type { FakeLibrary } from './library.ts';
import type { FakeDocument } from './objects.ts';

type Key = string | number | null;

const KEYS: Readonly<Record<string, (document: FakeDocument, library: FakeLibrary) => Key>> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  added: ({ added }) => added,
  archive_serial_number: (document) => document.archive_serial_number,
  num_notes: ({ notes }) => notes.length,
  page_count: (document) => document.page_count,
  owner: ({ owner }) => owner,
  correspondent__name: ({ correspondent }, { names }) =>
    correspondent === null ? null : (names.correspondents.get(correspondent)?.name ?? null),
  document_type__name: (document, { names }) =>
    document.document_type === null ? null : (names.document_types.get(document.document_type)?.name ?? null),
};

/** In Paperless' order: an unknown `ordering` is the default one, newest date first; nulls come first. Ties by id. */
export function orderDocuments(
  documents: readonly FakeDocument[],
  ordering: string | undefined,
  library: FakeLibrary,
): FakeDocument[] {
  const name = ordering?.replace(/^-/, '') ?? '';
  const keyOf = KEYS[name];
  if (keyOf === undefined) return sortBy(documents, ({ created }) => created, -1, -1);
  return sortBy(documents, (document) => keyOf(document, library), ordering?.startsWith('-') ? -1 : 1, 1);
}

function sortBy(
  documents: readonly FakeDocument[],
  keyOf: (document: FakeDocument) => Key,
  direction: 1 | -1,
  tie: 1 | -1,
): FakeDocument[] {
  const keyed = documents.map((document) => ({ document, key: keyOf(document) }));
  keyed.sort((a, b) => direction * compare(a.key, b.key) || tie * (a.document.id - b.document.id));
  return keyed.map(({ document }) => document);
}

function compare(a: Key, b: Key): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}
