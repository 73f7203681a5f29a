import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { toQueryString } from '../paperless/query.ts';
import { checkFilters } from './filters.ts';
import type { Operation } from './operation.ts';
import type { Services } from './services.ts';

type Values = Record<string, unknown>;

/** Arguments that name what a bulk operation works on. */
const TARGETS = ['documents', 'objects', 'tasks'];

/** Of lists only. Left out by a bulk operation, `search` would make it one on the whole library. */
const NO_FILTERS = ['page', 'page_size', 'ordering', 'fields', 'full_perms', 'search'];

/** What may be sent, and how many things it is about, where Paperless chooses them by filters. */
interface Guarded {
  readonly values: Values;
  readonly touched?: number;
}

/**
 * Makes sure that a call which works on many things says which: by their ids, or with `all`, checked `filters` and `confirm`.
 * Gives the values with `filters` as Paperless reads them there. Throws `UsageError` with the number of things concerned.
 */
export async function guardWidening(
  operation: Operation,
  values: Values,
  { client, operations }: Services,
  signal: AbortSignal,
): Promise<Guarded> {
  const { confirm, ...rest } = values;
  const count = async (path: string, filters: Values) => {
    const query = { ...toTexts(filters), page_size: 1 };
    return (await client.json({ path, query }, z.looseObject({ count: z.number() }), { signal })).count;
  };
  if (operation.path === '/api/tasks/run/') {
    if (values.task_type !== 'empty_trash' || confirm === true) return { values: rest };
    throw toUnconfirmed(await count('/api/trash/', {}), 'documents in the trash, for ever', {});
  }
  if (!operation.inputs.some(({ argument, in: place }) => argument === 'all' && place === 'body'))
    return { values: rest };
  const target = TARGETS.find((name) => operation.inputs.some(({ argument }) => argument === name)) ?? 'documents';
  if (values.all !== true) {
    if (values[target] === undefined)
      throw new UsageError(`${target} is needed: a list of ids (or all: true with filters).`, { field: target });
    if (values.filters !== undefined) throw new UsageError('filters count only with all: true.', { field: 'filters' });
    return { values: rest };
  }
  if (values[target] !== undefined)
    throw new UsageError(`Give either ${target} or all: true, not both.`, { field: 'all' });
  const path =
    target === 'documents' ? '/api/documents/' : target === 'tasks' ? '/api/tasks/' : `/api/${values.object_type}/`;
  const list = operations.find((one) => one.path === path && one.method === 'GET');
  const known = (list?.inputs ?? []).filter((input) => input.in === 'query' && !NO_FILTERS.includes(input.argument));
  const filters = checkFilters(toRecord(values.filters), known, 'filters');
  // Counted with consent, too: a list refuses a value it can't read, a bulk operation leaves that filter out.
  const touched = await count(path, target === 'tasks' ? { acknowledged: false } : filters);
  if (confirm !== true) throw toUnconfirmed(touched, toThings(target, values.object_type), filters);
  return { values: { ...rest, ...(values.filters !== undefined && { filters: toTexts(filters) }) }, touched };
}

/** A tag takes those below it along. */
function toThings(target: string, type: unknown): string {
  return target === 'objects' && type === 'tags' ? 'tags (and all tags below them)' : target;
}

function toUnconfirmed(count: number, things: string, filters: Values): UsageError {
  return new UsageError(
    `This would touch ${count} ${things}, chosen by filters ${JSON.stringify(filters)}. Ask the user; with their consent call again with confirm: true.`,
    { field: 'confirm' },
  );
}

/** Lists as comma lists: the body's filters are read like a query. */
function toTexts(filters: Values): Record<string, string> {
  const query = new URLSearchParams(toQueryString(filters as Record<string, string>));
  return Object.fromEntries(query);
}

function toRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
