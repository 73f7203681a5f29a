import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ConfigError } from '../errors.ts';
import { toFolderError } from './folder-error.ts';
import { resolveInside } from './inside.ts';

export const MAIN_MANIFEST = 'manifest.json';
const PART_SUFFIX = '-manifest.json';

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

/**
 * The files of `--split-manifest` and their stamps: one file a document, at any depth (`--use-filename-format`,
 * `--use-folder-prefix`), the longest untouched first. Throws a `ConfigError` when one leads out of the folder:
 * leaving it out in silence would be a document less.
 */
export async function listParts(folder: string): Promise<Map<string, Stamp>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(async (error: unknown) => {
    throw await toFolderError(error, folder, folder);
  });
  const parts = entries
    .filter((entry) => entry.name.endsWith(PART_SUFFIX) && !entry.isDirectory())
    .map(async (entry): Promise<{ file: string; stats: BigIntStats }[]> => {
      const path = join(entry.parentPath, entry.name);
      const file = relative(folder, path);
      if (entry.isSymbolicLink() && (await resolveInside(folder, file)) === undefined)
        throw new ConfigError(
          `The Paperless export can't be read: ${path} is a link that leads nowhere or out of the export folder. Replace it by the file.`,
        );
      const stats = await stat(path, { bigint: true }).catch(() => undefined);
      return stats === undefined ? [] : [{ file, stats }]; // Gone since it was listed.
    });
  const sorted = (await Promise.all(parts))
    .flat()
    .sort((a, b) => Number(a.stats.mtimeNs - b.stats.mtimeNs) || (a.file < b.file ? -1 : 1));
  return new Map(sorted.map(({ file, stats }) => [file, toStamp(stats)]));
}

/** Opens a manifest, calls `use`, closes it. Failures of the file system become `ConfigError`s. */
export async function withManifest<T>(
  folder: string,
  file: string,
  use: (handle: FileHandle, stamp: Stamp) => Promise<T>,
): Promise<T> {
  const path = join(folder, file);
  try {
    // NONBLOCK: opening a pipe would wait for somebody to write to it.
    await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile())
      throw new ConfigError(`The Paperless export can't be read: ${path} is not a file. Check PAPERLESS_EXPORT_DIR.`);
    return await use(handle, toStamp(stats));
  } catch (error) {
    throw await toFolderError(error, folder, path);
  }
}
