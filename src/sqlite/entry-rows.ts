import type { IndexedDocument } from '../model.ts';
import type { IndexEntry } from '../ports.ts';
import { analyzeText } from '../text/analyze.ts';
import { fold } from '../text/fold.ts';
import type { StemMemo } from '../text/languages.ts';
import type { Connection, Steps, Value } from './connection.ts';
import { type DeletedTexts, deleteTexts } from './text-totals.ts';
import { toBytes } from './vector-distance.ts';

// Passage by passage, inside of the caller's transaction.

/** Where rows go and what is known on the way. */
export interface RowTarget {
  readonly connection: Connection;
  readonly memo: StemMemo;
  /** Gets the terms of every text that is indexed. */
  readonly onTerms: (terms: readonly string[]) => void;
  readonly deleted: DeletedTexts;
}

/** What the two full-text indexes hold of a passage. */
interface IndexedText {
  readonly header: string;
  readonly metadata: string;
  readonly searchText: string;
}

const DOCUMENT_COLUMNS = [
  'title',
  'created',
  'modified',
  'correspondent',
  'document_type',
  'storage_path',
  'archive_serial_number',
  'owner',
  'metadata',
  'text_hash',
  'metadata_hash',
  'permissions_hash',
];

/** Inserts a document that isn't there. */
export function* insertEntry(target: RowTarget, entry: IndexEntry): Steps {
  const { connection } = target;
  const { document, passages, embeddings } = entry;
  insertDocument(connection, document);
  const insertTexts = createTextInserter(target);
  for (const [index, passage] of passages.entries()) {
    const { position, kind, start, end, text, searchText, header, metadata } = passage;
    const id = connection.run(
      'INSERT INTO passages (document, position, kind, "start", "end", text, search_text, header) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[document.id, position, kind, start, end, text, searchText === text ? null : searchText, header],
    );
    const embedding = embeddings?.[index];
    if (embedding) connection.run('INSERT INTO embeddings (passage, vector) VALUES (?, ?)', id, toBytes(embedding));
    insertTexts(id, { header, metadata, searchText });
    yield;
  }
}

/** Removes a document with everything that belongs to it. Nothing happens when it isn't there. */
export function* deleteDocument({ connection, deleted }: RowTarget, id: number): Steps {
  for (const passage of connection.all<{ id: number }>('SELECT id FROM passages WHERE document = ?', id)) {
    deleteTexts(connection, passage.id, deleted);
    yield;
  }
  connection.run('DELETE FROM documents WHERE id = ?', id);
}

/** Replaces everything but the passages; their searched words only if the metadata line changed. */
export function* updateDocument(target: RowTarget, document: IndexedDocument): Steps {
  const { connection, deleted } = target;
  const stored = connection.get<{ metadata: string }>('SELECT metadata FROM documents WHERE id = ?', document.id);
  if (!stored) return;
  connection.run(
    `UPDATE documents SET ${DOCUMENT_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
    ...toDocumentValues(document),
    document.id,
  );
  for (const table of ['document_tags', 'document_fields', 'document_viewers'])
    connection.run(`DELETE FROM ${table} WHERE document = ?`, document.id);
  insertRelations(connection, document);
  if (stored.metadata === document.metadata) return;
  const passages = connection.all<{ id: number; header: string; text: string }>(
    'SELECT id, header, coalesce(search_text, text) AS text FROM passages WHERE document = ? ORDER BY position',
    document.id,
  );
  const insertTexts = createTextInserter(target);
  for (const { id, header, text } of passages) {
    deleteTexts(connection, id, deleted);
    insertTexts(id, { header, metadata: document.metadata, searchText: text });
    yield;
  }
}

function insertDocument(connection: Connection, document: IndexedDocument): void {
  connection.run(
    `INSERT INTO documents (id, ${DOCUMENT_COLUMNS.join(', ')}) VALUES (?${', ?'.repeat(DOCUMENT_COLUMNS.length)})`,
    document.id,
    ...toDocumentValues(document),
  );
  insertRelations(connection, document);
}

/** In the order of DOCUMENT_COLUMNS. */
function toDocumentValues(document: IndexedDocument): readonly Value[] {
  const { text, metadata, permissions } = document.fingerprint;
  return [
    document.title,
    document.created ?? null,
    document.modified,
    document.correspondent ?? null,
    document.documentType ?? null,
    document.storagePath ?? null,
    document.archiveSerialNumber ?? null,
    document.permissions.owner ?? null,
    document.metadata,
    text,
    metadata,
    permissions,
  ];
}

function insertRelations(connection: Connection, { id, tags, customFields, permissions }: IndexedDocument): void {
  for (const tag of new Set(tags)) connection.run('INSERT INTO document_tags (tag, document) VALUES (?, ?)', tag, id);
  for (const field of new Set(customFields))
    connection.run('INSERT INTO document_fields (field, document) VALUES (?, ?)', field, id);
  for (const user of new Set(permissions.viewUsers))
    connection.run("INSERT INTO document_viewers (document, kind, id) VALUES (?, 'user', ?)", id, user);
  for (const group of new Set(permissions.viewGroups))
    connection.run("INSERT INTO document_viewers (document, kind, id) VALUES (?, 'group', ?)", id, group);
}

/** The header and the metadata line are those of the whole document: analyzed once, not once per passage. */
function createTextInserter({ connection, memo, onTerms }: RowTarget) {
  let head: { text: string; terms: readonly string[]; folded: string } | undefined;
  return (passage: number, { header, metadata, searchText }: IndexedText) => {
    const text = `${header}\n${metadata}`;
    if (head?.text !== text) {
      head = { text, terms: analyzeText(text, memo), folded: fold(text) };
      onTerms(head.terms);
    }
    const terms = analyzeText(searchText, memo);
    onTerms(terms);
    connection.run(
      'INSERT INTO stems (rowid, header, body) VALUES (?, ?, ?)',
      passage,
      head.terms.join(' '),
      terms.join(' '),
    );
    connection.run('INSERT INTO parts (rowid, text) VALUES (?, ?)', passage, `${head.folded}\n${fold(searchText)}`);
  };
}
