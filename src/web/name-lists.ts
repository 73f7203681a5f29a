import type { FilterKind } from '../model.ts';
import type { Archive, Asker } from '../ports.ts';
import type { Answers } from './web-deps.ts';

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
  /**
   * For everyone a list not older than the time to live, else a fresh one; throws only when there has never been one.
   * For a user what they may see now, and nothing from before.
   */
  read(kind: FilterKind, asker: Asker): Promise<NameList>;
  /** The last good list for everyone, at once and however old it is. */
  last(kind: FilterKind, asker: Asker): readonly NameCount[] | undefined;
}

/** After a failure the last good list stands for this long before the archive is asked again. */
const RETRY_MS = 15_000;
const TIMEOUT_MS = 10_000;

interface Entry {
  readonly names: readonly NameCount[];
  readonly isStale: boolean;
  readonly until: number;
}

/** The archive's lists of names, kept for `ttlMs` and shared by everyone; a user's own are counted in the index. */
export function createNameLists(options: {
  archive: Pick<Archive, 'counts'>;
  answers: Pick<Answers, 'listNames'>;
  ttlMs: number;
  now: () => number;
}): NameLists {
  const { archive, answers, ttlMs, now } = options;
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
    async read(kind, asker) {
      if (asker.kind === 'user') {
        const names = await answers.listNames(kind, asker, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        return { names, isStale: false };
      }
      const entry = entries.get(kind);
      if (entry !== undefined && now() < entry.until) return entry;
      const running = pending.get(kind) ?? load(kind).finally(() => pending.delete(kind));
      pending.set(kind, running);
      const loaded = await running;
      entries.set(kind, loaded);
      return loaded;
    },
    last: (kind, asker) => (asker.kind === 'everyone' ? entries.get(kind)?.names : undefined),
  };
}
