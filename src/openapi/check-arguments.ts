import { UsageError } from '../errors.ts';
import { convertArguments } from '../mcp/convert-arguments.ts';
import type { DefinedOperation } from './define-operation.ts';
import { checkFilters, isBlank } from './filters.ts';

/**
 * The arguments of a call, converted and checked: what the operation takes by its argument's name, null for what is to be
 * emptied, and `filters` of a list checked one by one. Throws `UsageError` before anything is sent.
 */
export function checkArguments(args: unknown, defined: DefinedOperation): Record<string, unknown> {
  const { operation, checked, clearable, folded } = defined;
  const given = Object.entries(typeof args === 'object' && args !== null && !Array.isArray(args) ? args : {});
  // Some clients write null where `clear` is meant.
  const nulls = given.filter(([name, value]) => value === null && clearable.includes(name)).map(([name]) => name);
  const rest = Object.fromEntries(given.filter(([name]) => !nulls.includes(name)));
  const values = convertArguments(Array.isArray(args) ? args : rest, checked);
  const cleared = [...nulls, ...toTexts(values.clear)];
  delete values.clear;
  const twice = cleared.find((name) => name in values);
  if (twice !== undefined) throw new UsageError(`${twice} is both set and cleared.`, { field: 'clear' });
  // What searches or filters, left blank, would find everything, or nothing, without a word.
  const blank = operation.inputs.find((input) => input.in === 'query' && isBlank(values[input.argument]))?.argument;
  if (blank !== undefined) throw new UsageError(`${blank} must not be blank; leave it out.`, { field: blank });
  if (folded.length > 0 && values.filters !== undefined) values.filters = splitFilters(values, defined);
  for (const name of cleared) values[name] = null;
  const isEmptyPatch =
    operation.method === 'PATCH' && !operation.inputs.some((input) => input.in === 'body' && input.argument in values);
  if (isEmptyPatch && (defined.file === undefined || !(defined.file.argument in values)))
    throw new UsageError('Name at least one thing to change.');
  return values;
}

function splitFilters(values: Record<string, unknown>, { folded }: DefinedOperation): Record<string, unknown> {
  const filters = checkFilters(toRecord(values.filters), folded, 'filters');
  const twice = Object.keys(filters).find((name) => name in values);
  if (twice !== undefined) throw new UsageError(`${twice} is given twice.`, { field: 'filters' });
  return filters;
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function toRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
