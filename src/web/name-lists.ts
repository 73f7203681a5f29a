import type { FilterKind } from '../model.ts';
import type { Archive } from '../ports.ts';

export const NAME_LIST_KINDS: readonly FilterKind[] = ['correspondent', 'tag', 'document_type'];

export interface NameCount {
  readonly name: string;
  readonly count: number;
}

export interface NameList {
  readonly names: readonly NameCount[];
  /** True when the archive could not be asked and this is the last list it gave. */
  readonly isStale: boolean;
}

export interface NameLists {
  /** A list not older than the time to live, else a fresh one. Throws only when there has never been one. */
  read(kind: FilterKind): Promise<NameList>;
  /** The last good list, at once and however old it is. */
  last(kind: FilterKind): readonly NameCount[] | undefined;
}

/** After a failure the last good list stands for this long before the archive is asked again. */
const RETRY_MS = 15_000;
const TIMEOUT_MS = 10_000;

interface Entry {
  readonly names: readonly NameCount[];
  readonly isStale: boolean;
  readonly until: number;
}

/** The archive's lists of names, kept for `ttlMs`. Simultaneous readers share one request. */
export function createNameLists(options: {
  archive: Pick<Archive, 'counts'>;
  ttlMs: number;
  now: () => number;
}): NameLists {
  const { archive, ttlMs, now } = options;
  const entries = new Map<FilterKind, Entry>();
  const pending = new Map<FilterKind, Promise<Entry>>();

  const load = async (kind: FilterKind): Promise<Entry> => {
    try {
      const names = await archive.counts(kind, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      return { names, isStale: false, until: now() + ttlMs };
    } catch (error) {
      const last = entries.get(kind);
      if (last === undefined) throw error;
      return { names: last.names, isStale: true, until: now() + RETRY_MS };
    }
  };

  return {
    async read(kind) {
      const entry = entries.get(kind);
      if (entry !== undefined && now() < entry.until) return entry;
      const running = pending.get(kind) ?? load(kind).finally(() => pending.delete(kind));
      pending.set(kind, running);
      const loaded = await running;
      entries.set(kind, loaded);
      return loaded;
    },
    last: (kind) => entries.get(kind)?.names,
  };
}
