import type { Id } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import { raceAbort } from '../race-abort.ts';
import type { EntryPosition } from './gather.ts';
import { parseManifestEntry } from './manifest.ts';
import { MAIN_MANIFEST, readStamps, type Stamp, toStamp, withManifest } from './manifest-files.ts';
import { isCurrent, readSnapshot, type Snapshot } from './snapshot.ts';

export interface ExportFolder {
  /** The folder as it is now. Its files are looked at each time, and read again only when one changed. */
  load(options?: CallOptions): Promise<Snapshot>;
  /** The same, but only the files that concern `ids` are looked at; of other documents it may know too little. */
  loadFor(ids: readonly Id[], options?: CallOptions): Promise<Snapshot>;
  /** The texts at `places`, in their order; undefined when a file isn't the snapshot's any more. */
  readTexts(
    snapshot: Snapshot,
    places: readonly EntryPosition[],
    options?: CallOptions,
  ): Promise<readonly string[] | undefined>;
}

/**
 * Keeps in memory what the manifests say about documents, but not their texts, which are read from their places when
 * they are wanted. Methods throw a `ConfigError` for a folder or manifest that can't be read, and an
 * `UnavailableError` while document_exporter is writing.
 */
export function openExportFolder(folder: string): ExportFolder {
  let snapshot: Snapshot | undefined;
  let loading: Promise<Snapshot> | undefined;

  const refresh = async (): Promise<Snapshot> => {
    try {
      snapshot = await readSnapshot(folder);
      return snapshot;
    } finally {
      loading = undefined;
    }
  };

  const load = async ({ signal }: CallOptions = {}): Promise<Snapshot> => {
    signal?.throwIfAborted();
    if (snapshot !== undefined && (await isCurrent(folder, snapshot))) return snapshot;
    // Shared by all who wait for it: one who goes must not take it away from the others.
    loading ??= refresh();
    return raceAbort(loading, signal);
  };

  const loadFor = async (ids: readonly Id[], options: CallOptions = {}): Promise<Snapshot> => {
    options.signal?.throwIfAborted();
    const known = snapshot;
    if (known === undefined) return load(options);
    const files = new Set([MAIN_MANIFEST]);
    for (const id of ids) {
      const document = known.library.documents.get(id);
      // Unknown so far: it may stand in a new file.
      if (document === undefined && known.isSplit) return load(options);
      if (document !== undefined) files.add(document.root.file).add(document.newest.file);
    }
    const stamps = await readStamps(folder, files);
    return stamps.entries().every(([file, stamp]) => stamp === known.stamps.get(file)) ? known : load(options);
  };

  return {
    load,
    loadFor,
    async readTexts({ stamps }, places, { signal } = {}) {
      const texts = new Map<EntryPosition, string>();
      for (const [file, inFile] of Map.groupBy(places, (place) => place.file)) {
        signal?.throwIfAborted();
        const entries = await readRanges(folder, file, stamps.get(file), inFile);
        if (entries === undefined) return undefined;
        for (const [place, bytes] of entries) texts.set(place, toText(file, bytes));
      }
      return places.map((place) => texts.get(place) ?? '');
    },
  };
}

/** The bytes at `places` of one file, or undefined when the file is not the one of `stamp`, before or after. */
async function readRanges(folder: string, file: string, stamp: Stamp | undefined, places: readonly EntryPosition[]) {
  try {
    return await withManifest(folder, file, async (handle, before) => {
      if (before !== stamp) return undefined;
      const ranges: [EntryPosition, Buffer][] = [];
      for (const place of places) {
        const bytes = Buffer.alloc(place.end - place.start);
        await handle.read(bytes, 0, bytes.length, place.start);
        ranges.push([place, bytes]);
      }
      return toStamp(await handle.stat({ bigint: true })) === stamp ? ranges : undefined;
    });
  } catch (error) {
    const now = await readStamps(folder, [file]);
    if (now.get(file) !== stamp) return undefined;
    throw error;
  }
}

function toText(file: string, bytes: Buffer): string {
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  const entry = parseManifestEntry(file, { value, number: 0, start: 0, end: bytes.length });
  return entry?.model === 'documents.document' ? (entry.fields.content ?? '') : '';
}
