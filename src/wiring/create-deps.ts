import { join } from 'node:path';
import type { AskDeps, QueryEmbedder } from '../ask/deps.ts';
import { createLiveEmbedder } from '../ask/retrieval/live-embedder.ts';
import { createExportArchive } from '../export/export-archive.ts';
import { createExportSource } from '../export/export-source.ts';
import { readFreeBytes } from '../files/read-free-bytes.ts';
import type { Log } from '../log.ts';
import type { EmbeddingRecipe } from '../model.ts';
import { OllamaEmbedder } from '../ollama/ollama-embedder.ts';
import { PaperlessArchive } from '../paperless/archive.ts';
import { PaperlessClient } from '../paperless/client.ts';
import { createDocumentLink } from '../paperless/document-link.ts';
import { PATIENT, PROMPT, type RetryPolicy } from '../paperless/retry.ts';
import { PaperlessSource } from '../paperless/source.ts';
import type { Archive, DocumentSource, Embedder, PassageIndex } from '../ports.ts';
import { QDRANT_SCHEMA } from '../qdrant/collection.ts';
import { QdrantPassageIndex } from '../qdrant/qdrant-passage-index.ts';
import { SQLITE_SCHEMA } from '../sqlite/schema.ts';
import { SqlitePassageIndex } from '../sqlite/sqlite-passage-index.ts';
import type { SyncDeps } from '../sync/sync-deps.ts';
import { ANALYZER_VERSION } from '../text/analyze.ts';
import { CHUNKER_VERSION } from '../text/chunk.ts';
import { chooseSource, type SourceConfig } from './choose-source.ts';

/** The variables that say where the index lives. */
export interface IndexConfig {
  readonly STATE_DIR: string;
  readonly QDRANT_URL?: string | undefined;
  readonly QDRANT_API_KEY?: string | undefined;
  readonly QDRANT_COLLECTION?: string;
  readonly QDRANT_SHARDS?: number | undefined;
  readonly QDRANT_REPLICAS?: number | undefined;
}

/** The variables that say how passages are embedded; without a host or a model they aren't. */
export interface EmbeddingConfig {
  readonly EMBEDDING_HOST?: string | undefined;
  readonly EMBEDDING_MODEL?: string;
  readonly EMBEDDING_DOCUMENT_PREFIX?: string | undefined;
  readonly EMBEDDING_QUERY_PREFIX?: string | undefined;
}

/** The variables of retrieval. */
export interface RetrievalConfig {
  readonly RAG_TOP_K: number;
  readonly RAG_TOP_K_SCOPED: number;
  readonly RAG_DENSE: 'slots' | 'fused' | 'off';
  readonly RAG_SCORE_FLOOR: number;
  readonly RAG_SCORE_FLOOR_SCOPED: number;
}

export const DEFAULT_COLLECTION = 'paperless';

/** Ids and times of fifty thousand documents are four megabytes: an unchanged library is one page. */
export const SOURCE_PAGE_SIZE = 50_000;

/** For Paperless and Qdrant when somebody waits for each of their answers. */
export const PROMPT_TIMEOUT_MS = 10_000;

/** Where documents come from. Throws `ConfigError` unless exactly one source is configured. */
export function createSource(config: SourceConfig, log: Log): DocumentSource {
  const choice = chooseSource(config);
  if (choice.kind === 'export') return createExportSource(choice.folder);
  return new PaperlessSource(createPaperlessClient(choice, PATIENT, log), { pageSize: SOURCE_PAGE_SIZE });
}

/** What answering asks of the same system. Throws `ConfigError` unless exactly one source is configured. */
export function createArchive(config: SourceConfig & { readonly ASK_SCOPE_TTL?: number }, log: Log): Archive {
  const choice = chooseSource(config);
  if (choice.kind === 'export') {
    const archive = createExportArchive(choice.folder);
    // An export keeps the documents' ids: with the address of the Paperless it was made by, they can be opened there.
    return choice.publicUrl === undefined ? archive : { ...archive, link: createDocumentLink(choice.publicUrl) };
  }
  const { ASK_SCOPE_TTL: scopeTtlS } = config;
  const scopeTtl = scopeTtlS === undefined ? {} : { scopeTtlMs: scopeTtlS * 1_000 };
  return new PaperlessArchive(createPaperlessClient(choice, PROMPT, log), choice.publicUrl, scopeTtl);
}

/** For one configured Paperless; gives up early when somebody waits for it (`PROMPT`). */
export function createPaperlessClient(
  { apiUrl, token }: { readonly apiUrl: string; readonly token: string },
  retry: RetryPolicy,
  log: Log,
): PaperlessClient {
  return new PaperlessClient({
    apiUrl,
    token,
    retry,
    log,
    ...(retry === PROMPT && { maxTimeoutMs: PROMPT_TIMEOUT_MS }),
  });
}

/** Opens nothing and creates nothing until it is used. `close` it in the end. `timeoutMs`: for one request to Qdrant. */
export function createIndex(config: IndexConfig & SourceConfig, log: Log, timeoutMs?: number): PassageIndex {
  const { QDRANT_URL: url, PAPERLESS_API_URL: apiUrl, PAPERLESS_PUBLIC_URL: publicUrl = apiUrl } = config;
  if (url === undefined) return new SqlitePassageIndex({ folder: toIndexFolder(config), log, now: Date.now });
  return new QdrantPassageIndex({
    url,
    apiKey: config.QDRANT_API_KEY,
    collection: config.QDRANT_COLLECTION ?? DEFAULT_COLLECTION,
    shards: config.QDRANT_SHARDS,
    replicas: config.QDRANT_REPLICAS,
    ...(publicUrl !== undefined && { link: createDocumentLink(publicUrl) }),
    now: Date.now,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

/** The configured embedding model; undefined = lexical search only. */
export function createEmbedder(config: EmbeddingConfig, log: Log): OllamaEmbedder | undefined {
  const { EMBEDDING_HOST: host, EMBEDDING_MODEL: model } = config;
  if (host === undefined || model === undefined) return undefined;
  const { EMBEDDING_DOCUMENT_PREFIX: documentPrefix, EMBEDDING_QUERY_PREFIX: queryPrefix } = config;
  const onWait = (waitMs: number) => log.debug({ wait_ms: Math.round(waitMs) }, 'ollama: trying again');
  return new OllamaEmbedder({ host, model, documentPrefix, queryPrefix, onWait });
}

/** An embedder for what an index was made with, whatever is configured today. */
export function createEmbedderOf(host: string): (recipe: EmbeddingRecipe) => OllamaEmbedder {
  return ({ model, documentPrefix, queryPrefix }) =>
    new OllamaEmbedder({
      host,
      model,
      documentPrefix: documentPrefix || 'none',
      queryPrefix: queryPrefix || 'none',
    });
}

/** Everything a run of the index needs. Throws `ConfigError` unless exactly one source is configured. */
export function createSyncDeps(
  config: SourceConfig & IndexConfig & EmbeddingConfig & { readonly RAG_EXCLUDE_TAGS: readonly string[] },
  index: PassageIndex,
  log: Log,
): SyncDeps {
  const { EMBEDDING_HOST: host, QDRANT_URL: qdrant } = config;
  return {
    source: createSource(config, log),
    index,
    embedder: createEmbedder(config, log),
    ...(host !== undefined && { embedderOf: createEmbedderOf(host) }),
    recipe: {
      schema: qdrant === undefined ? SQLITE_SCHEMA : QDRANT_SCHEMA,
      chunker: CHUNKER_VERSION,
      analyzer: ANALYZER_VERSION,
    },
    stateDir: config.STATE_DIR,
    excludeTags: config.RAG_EXCLUDE_TAGS,
    // Qdrant's disk is another machine's affair; it says itself when it is full.
    freeBytes: async () => (qdrant === undefined ? readFreeBytes(toIndexFolder(config)) : undefined),
    log,
    now: Date.now,
    pid: process.pid,
  };
}

/** Everything answering needs but the chat model. Throws `ConfigError` unless exactly one source is configured. */
export function createAskDeps(
  config: SourceConfig & EmbeddingConfig & RetrievalConfig & { readonly ASK_SCOPE_TTL?: number },
  index: PassageIndex,
  log: Log,
): Omit<AskDeps, 'chatModel'> {
  return {
    index,
    archive: createArchive(config, log),
    embedder: createQueryEmbedder(config, index),
    log,
    now: () => performance.now(),
    settings: {
      topK: config.RAG_TOP_K,
      topKScoped: config.RAG_TOP_K_SCOPED,
      ...(config.RAG_DENSE !== 'off' && { dense: config.RAG_DENSE }),
      scoreFloor: config.RAG_SCORE_FLOOR,
      scoreFloorScoped: config.RAG_SCORE_FLOOR_SCOPED,
    },
  };
}

function createQueryEmbedder(
  { EMBEDDING_HOST: host, RAG_DENSE: dense }: EmbeddingConfig & Pick<RetrievalConfig, 'RAG_DENSE'>,
  index: PassageIndex,
): QueryEmbedder | undefined {
  if (host === undefined || dense === 'off') return undefined;
  const embedderOf: (recipe: EmbeddingRecipe) => Embedder = createEmbedderOf(host);
  return createLiveEmbedder({ index, embedderOf, now: () => performance.now() });
}

function toIndexFolder({ STATE_DIR: stateDir }: IndexConfig): string {
  return join(stateDir, 'index');
}
