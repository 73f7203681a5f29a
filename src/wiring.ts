import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from './errors.ts';
import { createExportArchive } from './export/export-archive.ts';
import { createExportSource } from './export/export-source.ts';
import type { Log } from './log.ts';
import type { Archive, DocumentSource, PassageIndex } from './ports.ts';
import { SQLITE_SCHEMA } from './sqlite/schema.ts';
import { SqlitePassageIndex } from './sqlite/sqlite-passage-index.ts';
import type { SyncDeps } from './sync/sync-deps.ts';
import { ANALYZER_VERSION } from './text/analyze.ts';
import { CHUNKER_VERSION } from './text/chunk.ts';

/** The variables that say where documents come from. */
export interface SourceConfig {
  readonly PAPERLESS_EXPORT_DIR?: string | undefined;
}

/** The variables that say where the index lives. */
export interface IndexConfig {
  readonly STATE_DIR: string;
}

/** Where documents come from. Throws `ConfigError` unless exactly one source is configured. */
export function createSource(config: SourceConfig): DocumentSource {
  return createExportSource(chooseSource(config));
}

/** What answering asks of the same system. Throws `ConfigError` unless exactly one source is configured. */
export function createArchive(config: SourceConfig): Archive {
  return createExportArchive(chooseSource(config));
}

/** Opens nothing and creates nothing until it is used. `close` it in the end. */
export function createIndex(config: IndexConfig, log: Log): PassageIndex {
  return new SqlitePassageIndex({ folder: toIndexFolder(config), log, now: Date.now });
}

/** Everything a run of the index needs. Throws `ConfigError` unless exactly one source is configured. */
export function createSyncDeps(
  config: SourceConfig & IndexConfig & { readonly RAG_EXCLUDE_TAGS: readonly string[] },
  index: PassageIndex,
  log: Log,
): SyncDeps {
  return {
    source: createSource(config),
    index,
    embedder: undefined,
    recipe: { schema: SQLITE_SCHEMA, chunker: CHUNKER_VERSION, analyzer: ANALYZER_VERSION },
    stateDir: config.STATE_DIR,
    excludeTags: config.RAG_EXCLUDE_TAGS,
    freeBytes: () => readFreeBytes(toIndexFolder(config)),
    log,
    now: Date.now,
    pid: process.pid,
  };
}

function chooseSource({ PAPERLESS_EXPORT_DIR: folder }: SourceConfig): string {
  if (folder !== undefined) return folder;
  throw new ConfigError(
    "there is no source of documents: set PAPERLESS_EXPORT_DIR to a folder written by Paperless' document_exporter",
  );
}

function toIndexFolder({ STATE_DIR: stateDir }: IndexConfig): string {
  return join(stateDir, 'index');
}

async function readFreeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // No folder yet, or a file system that can't tell: not a reason to refuse anything.
    return undefined;
  }
}
