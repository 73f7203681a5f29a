import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document, Names, PassageDraft } from '../../src/model.ts';
import type { Embedder, PassageIndex } from '../../src/ports.ts';
import { QdrantPassageIndex } from '../../src/qdrant/qdrant-passage-index.ts';
import { SQLITE_SCHEMA } from '../../src/sqlite/schema.ts';
import { SqlitePassageIndex } from '../../src/sqlite/sqlite-passage-index.ts';
import { buildLines } from '../../src/sync/document-lines.ts';
import { buildPassages, toEmbeddingText, toIndexedDocument } from '../../src/sync/passages.ts';
import { ANALYZER_VERSION } from '../../src/text/analyze.ts';
import { CHUNKER_VERSION } from '../../src/text/chunk.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import { createTestName, deleteCollections, findRealServer } from '../qdrant/real-server.ts';

/**
 * Indexes `documents`, with an embedder also by meaning, for as long as `use` runs: in the embedded store in a temporary
 * folder, or in the Qdrant of `QDRANT_TEST_URL`. Throws when a passage can't be embedded.
 */
export async function withIndex<T>(
  documents: readonly Document[],
  names: Names,
  embedder: Embedder | undefined,
  use: (index: PassageIndex) => Promise<T>,
): Promise<T> {
  const { index, remove } = await createStore();
  try {
    const embedding = await embedder?.recipe();
    const { id } = await index.begin({
      schema: SQLITE_SCHEMA,
      chunker: CHUNKER_VERSION,
      analyzer: ANALYZER_VERSION,
      embedding,
    });
    const writer = await index.writer(id);
    await writer.setNames(names);
    for (const document of documents) {
      const lines = buildLines(document, names);
      const passages = buildPassages(document, lines);
      const embeddings = embedder && (await embedPassages(passages, embedder));
      await writer.replace([{ document: toIndexedDocument(document, lines), passages, embeddings }]);
    }
    await writer.finish();
    await index.publish(id);
    return await use(index);
  } finally {
    await index.close();
    await remove();
  }
}

async function createStore(): Promise<{ readonly index: PassageIndex; readonly remove: () => Promise<void> }> {
  const server = findRealServer();
  if (server !== undefined) {
    const { url, apiKey } = server;
    const collection = createTestName();
    const index = new QdrantPassageIndex({ url, apiKey, collection, now: Date.now });
    return { index, remove: () => deleteCollections(server, collection) };
  }
  const folder = await mkdtemp(join(tmpdir(), 'paperless-rag-eval-'));
  const index = new SqlitePassageIndex({ folder, log: SILENT_LOG, now: Date.now });
  return { index, remove: () => rm(folder, { recursive: true }) };
}

async function embedPassages(passages: readonly PassageDraft[], embedder: Embedder): Promise<Float32Array[]> {
  const results = await embedder.embedDocuments(passages.map((passage) => toEmbeddingText(passage) || 'untitled'));
  return results.map((result) => {
    if (result instanceof Float32Array) return result;
    throw new Error(`a passage could not be embedded: ${result.reason}`);
  });
}
