import type { EmbeddingRecipe } from '../model.ts';

/** Layout of the tables below, in the file's `user_version`. Raised with every change of it. */
export const SQLITE_SCHEMA = 2;

/** In the file's `application_id`: tells our files from other people's. "PRag" in ASCII. */
export const APPLICATION_ID = 0x50526167;

/**
 * The tables of one generation. `stems` and `parts` are full-text indexes without content of their own: their rowid is
 * `passages.id`, and nothing cascades into them, so their rows go before those of `passages`.
 * `search_text` is null where it equals `text`. `terms` is the vocabulary (see vocabulary.ts).
 */
export function toTables(embedding: EmbeddingRecipe | undefined): string {
  return `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE names (kind TEXT, id INTEGER, name TEXT NOT NULL, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
  id INTEGER PRIMARY KEY, title TEXT NOT NULL, created TEXT, modified TEXT NOT NULL,
  correspondent INTEGER, document_type INTEGER, storage_path INTEGER, archive_serial_number INTEGER,
  owner INTEGER, metadata TEXT NOT NULL,
  text_hash TEXT NOT NULL, metadata_hash TEXT NOT NULL, permissions_hash TEXT NOT NULL) STRICT;
CREATE INDEX documents_by_correspondent ON documents (correspondent);
CREATE INDEX documents_by_type ON documents (document_type);
CREATE INDEX documents_by_created ON documents (created);
CREATE TABLE document_tags (
  tag INTEGER, document INTEGER REFERENCES documents ON DELETE CASCADE, PRIMARY KEY (tag, document)) STRICT, WITHOUT ROWID;
CREATE INDEX document_tags_by_document ON document_tags (document);
CREATE TABLE document_fields (
  field INTEGER, document INTEGER REFERENCES documents ON DELETE CASCADE, PRIMARY KEY (field, document)) STRICT, WITHOUT ROWID;
CREATE INDEX document_fields_by_document ON document_fields (document);
CREATE TABLE document_viewers (
  document INTEGER REFERENCES documents ON DELETE CASCADE, kind TEXT CHECK (kind IN ('user', 'group')), id INTEGER,
  PRIMARY KEY (document, kind, id)) STRICT, WITHOUT ROWID;

CREATE TABLE passages (
  id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE, position INTEGER NOT NULL,
  kind TEXT NOT NULL, "start" INTEGER NOT NULL, "end" INTEGER NOT NULL,
  text TEXT NOT NULL, search_text TEXT, header TEXT NOT NULL, UNIQUE (document, position)) STRICT;
CREATE TABLE embeddings (
  passage INTEGER PRIMARY KEY REFERENCES passages ON DELETE CASCADE,
  vector BLOB NOT NULL CHECK (length(vector) = ${(embedding?.dimensions ?? 0) * 4})) STRICT;

-- Filled with terms joined by blanks: the tokenizer only has to cut at the blanks and keep the # of whole identifiers.
CREATE VIRTUAL TABLE stems USING fts5 (header, body, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '#'");
-- Which passages hold a trigram, not where: a fifth of the size. What holds all of a part's trigrams is read again.
CREATE VIRTUAL TABLE parts USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');
-- More postings in memory between flushes: half the time for trigrams, measured at 30,000 passages (default 1 MB).
INSERT INTO stems (stems, rank) VALUES ('hashsize', 8388608);
INSERT INTO parts (parts, rank) VALUES ('hashsize', 8388608);
CREATE VIRTUAL TABLE stems_vocabulary USING fts5vocab (stems, row);
CREATE TABLE terms (term TEXT PRIMARY KEY, passages INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;
}
