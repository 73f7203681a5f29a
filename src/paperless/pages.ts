import { NotFoundError, UnavailableError } from '../errors.ts';
import type { Id } from '../model.ts';

/** One page of a list, as Paperless answers it. */
export interface Page<T> {
  /** Rows of the whole list. */
  readonly count: number;
  readonly results: readonly T[];
}

/** Reads page `page` (from 1) of `size` rows a page, ascending by id. */
export type ReadPage<T> = (page: number, size: number) => Promise<Page<T>>;

const PASSES = 3;

/**
 * All rows of a list that may change while it is read, complete or `UnavailableError`; ascending by id.
 *
 * Page numbers count rows, so a document deleted behind the reader moves the next one over the edge unseen, and
 * comparing with `count` misses it when another was added. Therefore each page begins before the last row already
 * read: in a list ordered by id it then holds everything that follows that row. A pass whose pages don't join, are
 * cut, or whose unique ids differ from `count` is repeated. `next` is never followed: behind a proxy it names
 * another host, which would get the token.
 */
export async function readAllPages<T extends { readonly id: Id }>(
  read: ReadPage<T>,
  { size, what }: { readonly size: number; readonly what: string },
): Promise<readonly T[]> {
  for (let pass = 1; pass <= PASSES; pass++) {
    const rows = await readPass(read, size);
    if (rows !== undefined) return rows;
  }
  throw new UnavailableError(
    'paperless',
    `The list of ${what} kept changing or did not match its own count, so it may be incomplete. Nothing was done with it; try again later.`,
  );
}

async function readPass<T extends { readonly id: Id }>(read: ReadPage<T>, size: number): Promise<T[] | undefined> {
  const rows: T[] = [];
  for (let at = { page: 1, size }; ; ) {
    const answer = await readOrUndefined(read, at);
    const last = rows.at(-1)?.id ?? 0;
    if (answer === undefined || !isAscending(answer.results)) return undefined;
    if (at.page > 1 && (answer.results[0] === undefined || answer.results[0].id > last)) return undefined;
    rows.push(...answer.results.filter(({ id }) => id > last));
    const end = (at.page - 1) * at.size + answer.results.length;
    if (end >= answer.count) return rows.length === answer.count ? rows : undefined;
    const next = findNextPage(end, size);
    if (answer.results.length < at.size || next.page * next.size <= end) return undefined;
    at = next;
  }
}

/** The page of at most `size` rows that begins shortly before row `end` + 1 and reaches furthest beyond it. */
function findNextPage(end: number, size: number): { page: number; size: number } {
  const overlap = Math.max(1, Math.floor(size / 100));
  const before = Math.ceil((end - overlap) / size);
  return { page: before + 1, size: Math.floor((end - overlap) / before) };
}

/** Undefined for a page past the end: the list has become shorter meanwhile. The first page always exists. */
async function readOrUndefined<T>(
  read: ReadPage<T>,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<Page<T> | undefined> {
  try {
    return await read(page, size);
  } catch (error) {
    if (page > 1 && error instanceof NotFoundError) return undefined;
    throw error;
  }
}

function isAscending(rows: readonly { readonly id: Id }[]): boolean {
  return rows.every(({ id }, index) => id > (rows[index - 1]?.id ?? 0));
}
