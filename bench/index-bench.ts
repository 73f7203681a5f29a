import { join } from 'node:path';
import { DIMENSIONS, fillIndex, toRecipe } from './fill-index.ts';
import { createRawWriter, toRawRows } from './raw-writer.ts';
import type { Figure } from './report/figure.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

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
