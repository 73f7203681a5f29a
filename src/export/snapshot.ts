import { join } from 'node:path';
import { ConfigError } from '../errors.ts';
import { type RawEntry, readEntries } from './entries.ts';
import { toBusyError } from './folder-error.ts';
import { createGathered, type Gathered, gather } from './gather.ts';
import { buildLibrary, type Library } from './library.ts';
import { ForeignEntryError, type ManifestEntry, parseManifestEntry } from './manifest.ts';
import {
  findParts,
  listParts,
  MAIN_MANIFEST,
  readStamps,
  type Stamp,
  toStamp,
  withManifest,
} from './manifest-files.ts';
import { readVersion } from './read-version.ts';

/** As many as Node opens at once; what more of them hold while they wait fills the memory. */
const PARALLEL_PARTS = 4;

/** A library and the state of the files it was read from, by path inside the folder. */
export interface Snapshot {
  readonly library: Library;
  readonly stamps: ReadonlyMap<string, Stamp>;
  /** True when documents stand in files of their own, which come and go. */
  readonly isSplit: boolean;
}

/**
 * Reads all manifests. An export that is being written is never taken for a smaller one: when a file changes
 * meanwhile, everything is read once more, and after that it is an `UnavailableError`.
 */
export async function readSnapshot(folder: string): Promise<Snapshot> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const stamps = new Map<string, Stamp>();
    try {
      const snapshot = await readManifests(folder, stamps);
      if (await isCurrent(folder, snapshot)) return snapshot;
    } catch (error) {
      if (await areCurrent(folder, stamps)) throw await withVersion(error, folder);
    }
  }
  throw toBusyError(folder);
}

/** Whether the folder still holds what `snapshot` says. */
export async function isCurrent(folder: string, { stamps, isSplit }: Snapshot): Promise<boolean> {
  if (!isSplit) return areCurrent(folder, stamps);
  const main = await readStamps(folder, [MAIN_MANIFEST]);
  if (main.get(MAIN_MANIFEST) !== stamps.get(MAIN_MANIFEST)) return false;
  let known = main.size;
  for await (const { file, stats } of findParts(folder)) {
    if (toStamp(stats) !== stamps.get(file)) return false;
    known += 1;
  }
  return known === stamps.size;
}

/** Whether the files named in `stamps` are still the same. */
async function areCurrent(folder: string, stamps: ReadonlyMap<string, Stamp>): Promise<boolean> {
  const now = await readStamps(folder, stamps.keys());
  return stamps.entries().every(([file, stamp]) => now.get(file) === stamp);
}

async function readManifests(folder: string, stamps: Map<string, Stamp>): Promise<Snapshot> {
  const gathered = createGathered();
  await readManifest(folder, MAIN_MANIFEST, stamps, (entry, raw) => gather(gathered, entry, MAIN_MANIFEST, raw));
  if (!isOfPaperless(gathered))
    throw new ConfigError(
      `The Paperless export can't be read: ${join(folder, MAIN_MANIFEST)} is a list, but not of a Paperless export. Check PAPERLESS_EXPORT_DIR.`,
    );
  // Parts beside a manifest that has the documents itself are left from an export with --split-manifest.
  const isSplit = gathered.documents.size === 0;
  const listed = isSplit ? await listParts(folder) : new Map<string, Stamp>();
  for (const [file, stamp] of listed) stamps.set(file, stamp);
  const parts = [...listed.keys()];
  for (let at = 0; at < parts.length; at += PARALLEL_PARTS) {
    const read = parts.slice(at, at + PARALLEL_PARTS).map(async (file) => {
      const entries: [ManifestEntry, RawEntry][] = [];
      await readManifest(folder, file, stamps, (entry, raw) => entries.push([entry, raw]));
      return { file, entries };
    });
    // Side by side, because opening is slow; but gathered in their order, which means something.
    for (const { file, entries } of await Promise.all(read))
      for (const [entry, raw] of entries) gather(gathered, entry, file, raw);
  }
  return { library: buildLibrary(gathered), stamps, isSplit };
}

async function readManifest(
  folder: string,
  file: string,
  stamps: Map<string, Stamp>,
  take: (entry: ManifestEntry, raw: RawEntry) => void,
): Promise<void> {
  const name = join(folder, file);
  await withManifest(folder, file, async (handle, stamp) => {
    stamps.set(file, stamp);
    for await (const raw of readEntries({ handle, name })) {
      const entry = parseManifestEntry(name, raw);
      if (entry !== undefined) take(entry, raw);
    }
  });
}

/** What doesn't look like the work of Paperless-ngx 3, with the version that made it. */
async function withVersion(error: unknown, folder: string): Promise<unknown> {
  if (!(error instanceof ForeignEntryError)) return error;
  const version = await readVersion(folder);
  const advice =
    version === undefined
      ? 'Is this folder the work of document_exporter of Paperless-ngx 3? If so, run it again.'
      : `The export was written by Paperless-ngx ${version}; exports of version 3 are supported. Run document_exporter again, of that version.`;
  return new ConfigError(`${error.message} ${advice}`, { cause: error });
}

/** Even an empty Paperless exports its content types. */
function isOfPaperless({ documents, notes, values, others }: Gathered): boolean {
  return (
    documents.size + notes.length + values.length > 0 ||
    others.some(
      ({ model, fields }) =>
        model.startsWith('documents.') || ('app_label' in fields && fields.app_label === 'documents'),
    )
  );
}
