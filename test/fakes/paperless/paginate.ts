import type { Id } from '../../../src/model.ts';
import { type FakeContext, json } from './answer.ts';

const DEFAULT_SIZE = 25;
const MAX_SIZE = 100_000;

/**
 * One page of `rows` as Paperless lists them; `toResult` is called for its rows only. `extra`: keys the list has beside
 * the usual ones. Version 9 also gets every id.
 */
export function paginate<T extends { readonly id: Id }>(
  context: FakeContext,
  rows: readonly T[],
  toResult: (row: T, index: number) => unknown,
  extra: object = {},
): Response {
  const { page, size } = readPaging(context, rows.length);
  const last = Math.max(1, Math.ceil(rows.length / size));
  if (page === undefined || page < 1 || page > last) return json(context, { detail: 'Invalid page.' }, 404);
  const start = (page - 1) * size;
  return json(context, {
    count: rows.length,
    next: page < last ? toLink(context, page + 1) : null,
    previous: page > 1 ? toLink(context, page - 1) : null,
    ...(context.get('version') === 9 ? { all: rows.map(({ id }) => id) } : {}),
    results: rows.slice(start, start + size).map((row, index) => toResult(row, start + index)),
    ...extra,
  });
}

function readPaging(context: FakeContext, count: number): { page: number | undefined; size: number } {
  const wanted = Number(context.req.query('page_size') ?? DEFAULT_SIZE);
  const size = Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, MAX_SIZE) : DEFAULT_SIZE;
  const page = context.req.query('page') ?? '1';
  if (page === 'last') return { page: Math.max(1, Math.ceil(count / size)), size };
  return { page: /^\d+$/.test(page) ? Number(page) : undefined, size };
}

/** Absolute, from the request's own host and scheme, parameters sorted; page 1 is written without its number. */
function toLink(context: FakeContext, page: number): string {
  const url = new URL(context.req.url);
  url.searchParams.delete('page');
  if (page > 1) url.searchParams.set('page', String(page));
  url.searchParams.sort();
  return url.href;
}
