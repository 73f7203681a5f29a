import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document, Names } from '../../src/model.ts';
import type { PassageIndex } from '../../src/ports.ts';
import { SqlitePassageIndex } from '../../src/sqlite/sqlite-passage-index.ts';
import { buildLines } from '../../src/sync/document-lines.ts';
import { buildPassages, toIndexedDocument } from '../../src/sync/passages.ts';
import { ANALYZER_VERSION } from '../../src/text/analyze.ts';
import { CHUNKER_VERSION } from '../../src/text/chunk.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';

const RECIPE = { schema: 1, chunker: CHUNKER_VERSION, analyzer: ANALYZER_VERSION, embedding: undefined };

/** Indexes `documents` for word search, in the embedded store in a temporary folder, for as long as `use` runs. */
export async function withIndex<T>(
  documents: readonly Document[],
  names: Names,
  use: (index: PassageIndex) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'paperless-rag-eval-'));
  const index = new SqlitePassageIndex({ folder, log: SILENT_LOG, now: Date.now });
  try {
    const { id } = await index.begin(RECIPE);
    const writer = await index.writer(id);
    await writer.setNames(names);
    await writer.replace(
      documents.map((document) => ({
        document: toIndexedDocument(document, buildLines(document, names)),
        passages: buildPassages(document, buildLines(document, names)),
        embeddings: undefined,
      })),
    );
    await writer.finish();
    await index.publish(id);
    return await use(index);
  } finally {
    await index.close();
    await rm(folder, { recursive: true });
  }
}
