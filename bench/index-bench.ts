import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Recipe } from '../src/model.ts';
import type { IndexEntry } from '../src/ports.ts';
import { SQLITE_SCHEMA, toTables } from '../src/sqlite/schema.ts';
import { SqlitePassageIndex } from '../src/sqlite/sqlite-passage-index.ts';
import { toBytes } from '../src/sqlite/vector-distance.ts';
import { ANALYZER_VERSION, analyzeText } from '../src/text/analyze.ts';
import { fold } from '../src/text/fold.ts';
import { SILENT_LOG } from '../test/fakes/silent-log.ts';
import { createSyntheticLibrary } from './synthetic.ts';

export interface IndexBenchResult {
  readonly passages: number;
  /** Passages per second, analysis and vocabulary included. */
  readonly index: number;
  /** The same rows with terms computed beforehand. */
  readonly raw: number;
  readonly ratio: number;
  /** Of a process that does nothing but fill the index, in megabytes. */
  readonly peakRssMb: number;
}

const DOCUMENTS_PER_BATCH = 64;

/**
 * Writes a synthetic library into the embedded index, and beside it, batch by batch, identical final rows by bare
 * statements; then once more alone, for its memory. `dimensions` = with made-up embeddings of that length.
 */
export async function benchIndex(documents: number, dimensions?: number): Promise<IndexBenchResult> {
  let rawMs = 0;
  let passages = 0;
  const recipe = toRecipe(dimensions);
  const indexMs = await withTemporaryFolder(async (folder) => {
    const raw = createRawWriter(join(folder, 'raw.sqlite'), recipe);
    const ms = await fillIndex(join(folder, 'index'), documents, dimensions, async (entries) => {
      passages += entries.reduce((sum, entry) => sum + entry.passages.length, 0);
      const rows = entries.map(toRawRows);
      rawMs += await time(async () => raw.insert(rows));
    });
    rawMs += await time(async () => raw.finish());
    raw.close();
    return ms;
  });
  return {
    passages,
    index: (passages / indexMs) * 1_000,
    raw: (passages / rawMs) * 1_000,
    ratio: rawMs / indexMs,
    peakRssMb: await measurePeakRss(documents, dimensions),
  };
}

export function printIndexBench(result: IndexBenchResult): void {
  const rows = {
    passages: result.passages,
    'index, passages/s': Math.round(result.index),
    'raw rows, passages/s': Math.round(result.raw),
    ratio: result.ratio.toFixed(2),
    'peak RSS, MB': Math.round(result.peakRssMb),
  };
  for (const [name, value] of Object.entries(rows)) console.log(`${name.padEnd(24)}${String(value).padStart(10)}`);
}

/** Builds one generation in `folder` and returns the milliseconds spent in the index. `before` runs ahead of each batch. */
export async function fillIndex(
  folder: string,
  documents: number,
  dimensions?: number,
  before: (entries: readonly IndexEntry[]) => Promise<void> = async () => {},
): Promise<number> {
  const library = createSyntheticLibrary();
  const index = new SqlitePassageIndex({ folder, log: SILENT_LOG, now: Date.now });
  const { id } = await index.begin(toRecipe(dimensions));
  const writer = await index.writer(id);
  await writer.setNames(library.names);
  let ms = 0;
  for (let first = 1; first <= documents; first += DOCUMENTS_PER_BATCH) {
    const count = Math.min(DOCUMENTS_PER_BATCH, documents - first + 1);
    const entries = Array.from({ length: count }, (_, offset) => library.entry(first + offset, dimensions));
    await before(entries);
    ms += await time(() => writer.replace(entries));
  }
  ms += await time(() => writer.finish());
  await index.publish(id);
  await index.close();
  return ms;
}

async function measurePeakRss(documents: number, dimensions: number | undefined): Promise<number> {
  const program = join(import.meta.dirname, 'index-rss.ts');
  return await withTemporaryFolder(async (folder) => {
    // The flag that paperless-index starts itself with.
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-semi-space-size=16',
      program,
      folder,
      `${documents}`,
      `${dimensions ?? 0}`,
    ]);
    return Number(stdout);
  });
}

export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'paperless-rag-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function toRecipe(dimensions: number | undefined): Recipe {
  const model = { model: 'synthetic', digest: '0', documentPrefix: '', queryPrefix: '' };
  const embedding = dimensions ? { ...model, dimensions } : undefined;
  return { schema: SQLITE_SCHEMA, chunker: 0, analyzer: ANALYZER_VERSION, embedding };
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

type RawRows = ReturnType<typeof toRawRows>;

/** Everything that ends up in the file, as it ends up there. */
function toRawRows({ document, passages, embeddings }: IndexEntry) {
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

function createRawWriter(file: string, recipe: Recipe) {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768',
  );
  database.exec(toTables(recipe.embedding));
  const documents = database.prepare(`INSERT INTO documents VALUES (${Array(13).fill('?')})`);
  const tags = database.prepare('INSERT INTO document_tags VALUES (?, ?)');
  const passages = database.prepare(`INSERT INTO passages VALUES (NULL, ${Array(8).fill('?')})`);
  const embeddings = database.prepare('INSERT INTO embeddings VALUES (?, ?)');
  const stems = database.prepare('INSERT INTO stems (rowid, header, body) VALUES (?, ?, ?)');
  const parts = database.prepare('INSERT INTO parts (rowid, text) VALUES (?, ?)');
  const insertRows = ({ document, passages: rows }: RawRows) => {
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
      parts.run(row, folded);
    }
  };
  return {
    insert: (batch: readonly RawRows[]) => {
      database.exec('BEGIN IMMEDIATE');
      for (const rows of batch) insertRows(rows);
      database.exec('COMMIT');
    },
    finish: () =>
      database.exec('INSERT INTO terms SELECT term, doc FROM stems_vocabulary; PRAGMA wal_checkpoint(TRUNCATE)'),
    close: () => database.close(),
  };
}
