import { DatabaseSync } from 'node:sqlite';
import type { Recipe } from '../src/model.ts';
import type { IndexEntry } from '../src/ports.ts';
import { toTables } from '../src/sqlite/schema.ts';
import { toBytes } from '../src/sqlite/vector-distance.ts';
import { analyzeText } from '../src/text/analyze.ts';
import { fold } from '../src/text/fold.ts';
import { measureMs } from './measure-ms.ts';

export type RawRows = ReturnType<typeof toRawRows>;

/** Everything that ends up in the file, as it ends up there. */
export function toRawRows({ document, passages, embeddings }: IndexEntry) {
  return {
    document,
    passages: passages.map((passage, position) => {
      const head = `${passage.header}\n${passage.metadata}`;
      const embedding = embeddings?.[position];
      return {
        passage,
        vector: embedding && toBytes(embedding),
        header: analyzeText(head).join(' '),
        body: analyzeText(passage.searchText).join(' '),
        folded: `${fold(head)}\n${fold(passage.searchText)}`,
      };
    }),
  };
}

/** Writes rows that are ready, by bare statements, and counts its own milliseconds. `hasTrigrams`: `parts` is filled, too. */
export function createRawWriter(file: string, recipe: Recipe, hasTrigrams: boolean) {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768',
  );
  database.exec(toTables(recipe.embedding));
  const insertDocument = createInserter(database, hasTrigrams);
  let ms = 0;
  const measure = (work: () => void) => {
    ms += measureMs(work);
  };
  return {
    insert: (batch: readonly RawRows[]) =>
      measure(() => {
        database.exec('BEGIN IMMEDIATE');
        for (const rows of batch) insertDocument(rows);
        database.exec('COMMIT');
      }),
    /** Returns the milliseconds that all of it took. */
    finish: () => {
      measure(() =>
        database.exec('INSERT INTO terms SELECT term, doc FROM stems_vocabulary; PRAGMA wal_checkpoint(TRUNCATE)'),
      );
      database.close();
      return ms;
    },
  };
}

function createInserter(database: DatabaseSync, hasTrigrams: boolean): (rows: RawRows) => void {
  const documents = database.prepare(`INSERT INTO documents VALUES (${Array(13).fill('?')})`);
  const tags = database.prepare('INSERT INTO document_tags VALUES (?, ?)');
  const passages = database.prepare(`INSERT INTO passages VALUES (NULL, ${Array(8).fill('?')})`);
  const embeddings = database.prepare('INSERT INTO embeddings VALUES (?, ?)');
  const stems = database.prepare('INSERT INTO stems (rowid, header, body) VALUES (?, ?, ?)');
  const parts = database.prepare('INSERT INTO parts (rowid, text) VALUES (?, ?)');
  return ({ document, passages: rows }) => {
    const { id, title, created, modified, correspondent, documentType, storagePath, archiveSerialNumber } = document;
    const values = [id, title, created, modified, correspondent, documentType, storagePath, archiveSerialNumber];
    const { text, metadata, permissions } = document.fingerprint;
    const rest = [document.permissions.owner, document.metadata, text, metadata, permissions];
    documents.run(...[...values, ...rest].map((value) => value ?? null));
    for (const tag of document.tags) tags.run(tag, id);
    for (const { passage, vector, header, body, folded } of rows) {
      const { position, kind, start, end } = passage;
      const row = passages.run(id, position, kind, start, end, passage.text, null, passage.header).lastInsertRowid;
      if (vector) embeddings.run(row, vector);
      stems.run(row, header, body);
      if (hasTrigrams) parts.run(row, folded);
    }
  };
}
