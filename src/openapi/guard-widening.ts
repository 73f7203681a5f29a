import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { toQueryString } from '../paperless/query.ts';
import { checkFilters } from './filters.ts';
import type { Operation } from './operation.ts';
import type { Services } from './services.ts';

type Values = Record<string, unknown>;

/** Arguments that name what a bulk operation works on. */
const TARGETS = ['documents', 'objects', 'tasks'];

/**
 * Makes sure that a call which works on many things says which: by their ids, or with `all`, checked `filters` and `confirm`.
 * Gives the values with `filters` as Paperless reads them there. Throws `UsageError` with the number of things concerned.
 */
export async function guardWidening(
  operation: Operation,
  values: Values,
  { client, operations }: Services,
  signal: AbortSignal,
): Promise<Values> {
  const { confirm, ...rest } = values;
  const count = async (path: string, filters: Values) => {
    const query = { ...toTexts(filters), page_size: 1 };
    return (await client.json({ path, query }, z.looseObject({ count: z.number() }), { signal })).count;
  };
  if (operation.path === '/api/tasks/run/') {
    if (values.task_type !== 'empty_trash' || confirm === true) return rest;
    throw toUnconfirmed(await count('/api/trash/', {}), 'documents in the trash, for ever', {});
  }
  if (!operation.inputs.some(({ argument, in: place }) => argument === 'all' && place === 'body')) return rest;
  const target = TARGETS.find((name) => operation.inputs.some(({ argument }) => argument === name)) ?? 'documents';
  if (values.all !== true) {
    if (values[target] === undefined)
      throw new UsageError(`${target} is needed: a list of ids (or all: true with filters).`, { field: target });
    if (values.filters !== undefined) throw new UsageError('filters count only with all: true.', { field: 'filters' });
    return rest;
  }
  if (values[target] !== undefined)
    throw new UsageError(`Give either ${target} or all: true, not both.`, { field: 'all' });
  const path =
    target === 'documents' ? '/api/documents/' : target === 'tasks' ? '/api/tasks/' : `/api/${values.object_type}/`;
  const list = operations.find((one) => one.path === path && one.method === 'GET');
  const known = (list?.inputs ?? []).filter((input) => input.in === 'query' && !NO_FILTERS.includes(input.argument));
  const filters = checkFilters(toRecord(values.filters), known, 'filters');
  if (confirm !== true)
    throw toUnconfirmed(await count(path, target === 'tasks' ? { acknowledged: false } : filters), target, filters);
  return { ...rest, ...(values.filters !== undefined && { filters: toTexts(filters) }) };
}

const NO_FILTERS = ['page', 'page_size', 'ordering', 'fields', 'full_perms'];

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
