import type { Recipe } from '../src/model.ts';
import type { IndexEntry } from '../src/ports.ts';
import { SQLITE_SCHEMA } from '../src/sqlite/schema.ts';
import { SqlitePassageIndex } from '../src/sqlite/sqlite-passage-index.ts';
import { ANALYZER_VERSION } from '../src/text/analyze.ts';
import { SILENT_LOG } from '../test/fakes/silent-log.ts';
import { measureMs } from './measure-ms.ts';
import { createSyntheticLibrary } from './synthetic.ts';

/** Of the made-up embeddings, everywhere in the bench. */
export const DIMENSIONS = 384;
const DOCUMENTS_PER_BATCH = 64;

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
    ms += await measureMs(() => writer.replace(entries));
  }
  ms += await measureMs(() => writer.finish());
  await index.publish(id);
  await index.close();
  return ms;
}

/** What the made-up passages are said to be made with. */
export function toRecipe(dimensions: number | undefined): Recipe {
  const model = { model: 'synthetic', digest: '0', documentPrefix: '', queryPrefix: '' };
  const embedding = dimensions ? { ...model, dimensions } : undefined;
  return { schema: SQLITE_SCHEMA, chunker: 0, analyzer: ANALYZER_VERSION, embedding };
}
