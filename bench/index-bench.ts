import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recipe } from '../src/model.ts';
import type { IndexEntry } from '../src/ports.ts';
import { SQLITE_SCHEMA } from '../src/sqlite/schema.ts';
import { SqlitePassageIndex } from '../src/sqlite/sqlite-passage-index.ts';
import { ANALYZER_VERSION } from '../src/text/analyze.ts';
import { SILENT_LOG } from '../test/fakes/silent-log.ts';
import type { Figure } from './figure.ts';
import { createRawWriter, toRawRows } from './raw-writer.ts';
import { createSyntheticLibrary } from './synthetic.ts';

/** Of the made-up embeddings, everywhere in the bench. */
export const DIMENSIONS = 384;
const DOCUMENTS_PER_BATCH = 64;

/**
 * Writes a synthetic library with ready-made embeddings into the embedded index, and beside it, batch by batch, identical
 * final rows by bare statements, with the trigram table and without.
 */
export async function benchIndex(documents: number): Promise<Figure[]> {
  return await withTemporaryFolder(async (folder) => {
    const recipe = toRecipe(DIMENSIONS);
    const writers = [true, false].map((hasTrigrams) =>
      createRawWriter(join(folder, `raw-${hasTrigrams}.sqlite`), recipe, hasTrigrams),
    );
    let passages = 0;
    const indexMs = await fillIndex(join(folder, 'index'), documents, DIMENSIONS, async (entries) => {
      passages += entries.reduce((sum, entry) => sum + entry.passages.length, 0);
      const rows = entries.map(toRawRows);
      for (const writer of writers) writer.insert(rows);
    });
    const [trigram = 0, plain = 0] = writers.map((writer) => (passages / writer.finish()) * 1_000);
    const common = { unit: 'passages/s', ours: (passages / indexMs) * 1_000, passages } as const;
    return [
      {
        ...common,
        id: 'index.trigram',
        what: 'indexing: analysis, vocabulary and rows',
        beside: { what: 'bare inserts of the same rows, terms ready', value: trigram },
      },
      {
        ...common,
        id: 'index.plain',
        what: 'indexing: analysis, vocabulary and rows',
        beside: { what: 'bare inserts without the trigram table', value: plain },
      },
    ];
  });
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
