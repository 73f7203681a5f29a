import { type BigIntStats, constants, type Dirent } from 'node:fs';
import { type FileHandle, open, opendir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ConfigError, readErrorCode } from '../errors.ts';
import { toFolderError } from './folder-error.ts';
import { resolveInside } from './inside.ts';

export const MAIN_MANIFEST = 'manifest.json';
const PART_SUFFIX = '-manifest.json';
/** The answers about twenty thousand files at once would take seventy megabytes. */
const PARALLEL_STATS = 64;

/** A split manifest, by its path inside the folder. */
export interface Part {
  readonly file: string;
  readonly stats: BigIntStats;
}

/** Equal stamps = the same file with the same bytes, as far as a file system can tell. */
export type Stamp = string;

export function toStamp(stats: BigIntStats): Stamp {
  return `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}

/** The stamps of `files` in `folder` now; undefined where there is no such file any more. */
export async function readStamps(folder: string, files: Iterable<string>): Promise<Map<string, Stamp | undefined>> {
  const stamps = [...files].map(async (file): Promise<[string, Stamp | undefined]> => {
    const stats = await stat(join(folder, file), { bigint: true }).catch(() => undefined);
    return [file, stats === undefined ? undefined : toStamp(stats)];
  });
  return new Map(await Promise.all(stamps));
}

/** The files of `--split-manifest` as `findParts` finds them and their stamps, the longest untouched first. */
export async function listParts(folder: string): Promise<Map<string, Stamp>> {
  const parts: { readonly file: string; readonly stamp: Stamp; readonly mtimeNs: bigint }[] = [];
  for await (const { file, stats } of findParts(folder))
    parts.push({ file, stamp: toStamp(stats), mtimeNs: stats.mtimeNs });
  parts.sort((a, b) => Number(a.mtimeNs - b.mtimeNs) || (a.file < b.file ? -1 : 1));
  return new Map(parts.map(({ file, stamp }) => [file, stamp]));
}

/**
 * The files of `--split-manifest`: one file a document, at any depth (`--use-filename-format`, `--use-folder-prefix`).
 * Throws a `ConfigError` when one leads out of the folder: leaving it out in silence would be a document less.
 */
export async function* findParts(folder: string): AsyncGenerator<Part> {
  try {
    let found: Dirent[] = [];
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (entry.name.endsWith(PART_SUFFIX) && !entry.isDirectory()) found.push(entry);
      if (found.length < PARALLEL_STATS) continue;
      yield* await readParts(folder, found);
      found = [];
    }
    yield* await readParts(folder, found);
  } catch (error) {
    throw await toFolderError(error, folder, folder);
  }
}

async function readParts(folder: string, entries: readonly Dirent[]): Promise<readonly Part[]> {
  const parts = await Promise.all(entries.map((entry) => readPart(folder, entry)));
  return parts.filter((part) => part !== undefined);
}

async function readPart(folder: string, entry: Dirent): Promise<Part | undefined> {
  const path = join(entry.parentPath, entry.name);
  const file = relative(folder, path);
  if (entry.isSymbolicLink()) await resolveLink(folder, file);
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  return stats && { file, stats }; // Gone since it was listed.
}

/** Opens a manifest, calls `use`, closes it. Failures of the file system become `ConfigError`s. */
export async function withManifest<T>(
  folder: string,
  file: string,
  use: (handle: FileHandle, stamp: Stamp) => Promise<T>,
): Promise<T> {
  const path = join(folder, file);
  try {
    await using handle = await openInside(folder, file);
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile())
      throw new ConfigError(`The Paperless export can't be read: ${path} is not a file. Check PAPERLESS_EXPORT_DIR.`);
    return await use(handle, toStamp(stats));
  } catch (error) {
    throw await toFolderError(error, folder, path);
  }
}

async function openInside(folder: string, file: string): Promise<FileHandle> {
  // NONBLOCK: opening a pipe would wait for somebody to write to it.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
  try {
    return await open(join(folder, file), flags);
  } catch (error) {
    if (readErrorCode(error) !== 'ELOOP') throw error;
    return open(await resolveLink(folder, file), flags);
  }
}

async function resolveLink(folder: string, file: string): Promise<string> {
  const path = await resolveInside(folder, file);
  if (path !== undefined) return path;
  throw new ConfigError(
    `The Paperless export can't be read: ${join(folder, file)} is a link that leads nowhere or out of the export folder. Replace it by the file.`,
  );
}
