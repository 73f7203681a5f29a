import { z } from 'zod';
import { isAbort, isKnownError, SignInError } from '../errors.ts';
import type { Id, NameKind } from '../model.ts';
import { NameRow } from '../paperless/answers.ts';
import type { PaperlessClient } from '../paperless/client.ts';
import { readNames } from '../paperless/read-names.ts';
import type { CallOptions } from '../ports.ts';
import { raceAbort } from '../race-abort.ts';

/** A name as it is filtered by, and as it is shown. They differ only for storage paths. */
export interface BookName {
  readonly name: string;
  readonly label: string;
}

/** Names by id, or undefined where the token may not read this kind. */
export type BookList = ReadonlyMap<Id, BookName> | undefined;

/** Paperless' names, kept for a while. Simultaneous readers share one request. */
export interface NameBook {
  /** `isFresh`: asked of Paperless now. Throws `UnavailableError` and the like. */
  read(kind: NameKind, options: CallOptions & { readonly isFresh?: boolean }): Promise<BookList>;
  /** The list for showing `ids`: one that is not in it causes one new reading, and no further one until the list is old. */
  readFor(kind: NameKind, ids: Iterable<Id>, options: CallOptions): Promise<BookList>;
}

const PathRow = NameRow.extend({ path: z.string().optional().catch(undefined) });

/** A list is no caller's own: another one may wait for it after this one has gone. */
const TIMEOUT_MS = 20_000;

interface Kept {
  readonly list: BookList;
  readonly until: number;
  /** Looked for after the last reading, and still not there: somebody else's, or deleted. */
  readonly strangers: Set<Id>;
}

export function createNameBook(deps: {
  readonly client: PaperlessClient;
  readonly ttlMs: number;
  readonly now: () => number;
}): NameBook {
  const { client, ttlMs, now } = deps;
  const kept = new Map<NameKind, Kept>();
  const running = new Map<NameKind, Promise<Kept>>();

  async function load(kind: NameKind): Promise<Kept> {
    const list = await loadList(kind, client);
    const entry = { list, until: now() + ttlMs, strangers: new Set<Id>() };
    kept.set(kind, entry);
    return entry;
  }

  function reload(kind: NameKind, { signal }: CallOptions): Promise<Kept> {
    const loading = running.get(kind) ?? load(kind).finally(() => running.delete(kind));
    running.set(kind, loading);
    return raceAbort(loading, signal);
  }

  async function readKept(kind: NameKind, options: CallOptions): Promise<Kept> {
    const entry = kept.get(kind);
    return entry !== undefined && now() < entry.until ? entry : reload(kind, options);
  }

  return {
    read: async (kind, { isFresh = false, ...options }) =>
      (await (isFresh ? reload(kind, options) : readKept(kind, options))).list,
    async readFor(kind, ids, options) {
      const before = await readKept(kind, options);
      const isNew = (id: Id) => before.list?.has(id) === false && !before.strangers.has(id);
      const missing = [...new Set(ids)].filter(isNew);
      if (missing.length === 0) return before.list;
      const after = await reload(kind, options);
      for (const id of missing) if (after.list?.has(id) === false) after.strangers.add(id);
      return after.list;
    },
  };
}

/** Reads a list for showing; a failure becomes a warning, never the end of a search. */
export async function readOrWarn(read: () => Promise<BookList>, kind: NameKind, warnings: string[]): Promise<BookList> {
  const what = `${kind.replace('_', ' ')} names`;
  try {
    const list = await read();
    if (list === undefined) warnings.push(`The ${what} may not be read with this token, so they are left out (null).`);
    return list;
  } catch (error) {
    if (isAbort(error) || !isKnownError(error)) throw error;
    warnings.push(`The ${what} could not be read just now, so they are left out (null).`);
    return undefined;
  }
}

async function loadList(kind: NameKind, client: PaperlessClient): Promise<BookList> {
  try {
    const rows = await readNames(client, kind, PathRow, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return new Map(rows.map(({ id, name, path }) => [id, { name, label: toLabel(name, path) }]));
  } catch (error) {
    if (error instanceof SignInError && error.httpStatus === 403) return undefined;
    throw error;
  }
}

/** A storage path's name with the folders that all its documents share: `Taxes (Finance/Taxes)`. */
function toLabel(name: string, path: string | undefined): string {
  const literal = (path ?? '').split(/\{\{|\{%|\{/)[0] ?? '';
  const folders = literal.slice(0, Math.max(0, literal.lastIndexOf('/'))).replace(/^\/+/, '');
  return folders === '' || folders === name ? name : `${name} (${folders})`;
}
