import { UsageError } from '../errors.ts';
import { describeSchema, fitsSchema } from '../mcp/check-value.ts';
import { convertValue } from '../mcp/convert-arguments.ts';
import type { Input } from './operation.ts';

/**
 * The names of `inputs` in one line: `{added,created}__{gt,lt,year}, id, id__in`. Names with the same lookups are one family.
 * Braces are to be multiplied out. Values of an enum follow in brackets, if `withChoices`.
 */
export function describeFilters(inputs: readonly Input[], withChoices = true): string {
  const lookups = new Map<string, string[]>();
  for (const { argument, schema } of inputs) {
    const [base = '', ...rest] = argument.split('__');
    const suffix = rest.length === 0 ? '' : `__${rest.join('__')}`;
    lookups.set(base, [...(lookups.get(base) ?? []), suffix + (withChoices ? toChoices(schema) : '')]);
  }
  // What has no lookups needs no family.
  const families = Map.groupBy(lookups, ([base, suffixes]) => (suffixes.join() === '' ? base : suffixes.join()));
  return [...families.values()]
    .map((family) => {
      const bases = braces(family.map(([base]) => base));
      const suffixes = family[0]?.[1] ?? [];
      const folded = suffixes.filter((suffix) => suffix.startsWith('__')).map((suffix) => suffix.slice(2));
      const plain = suffixes.filter((suffix) => !suffix.startsWith('__')).map((suffix) => bases + suffix);
      return [...plain, ...(folded.length === 0 ? [] : [`${bases}__${braces(foldDeeper(folded))}`])].join(', ');
    })
    .join(', ');
}

/** Checked and converted `filters` by name. Throws `UsageError` for an unknown one: ignored, it would widen the answer. */
export function checkFilters(filters: object, inputs: readonly Input[], field: string): Record<string, unknown> {
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filters)) {
    const input = inputs.find(({ argument }) => argument === name);
    if (input === undefined)
      throw new UsageError(`${name.slice(0, 60)} is no filter here. There are: ${describeFilters(inputs)}.`, { field });
    checked[name] = checkFilter(value, input, field);
  }
  return checked;
}

function checkFilter(value: unknown, { argument, schema }: Input, field: string): unknown {
  const isIds = schema.type === 'array' && !Array.isArray(value);
  // Paperless' own form of a list, and a single one of it.
  const given = isIds && /^\d+(,\d+)*$/.test(String(value)) ? String(value).split(',') : value;
  const converted = convertValue(given, schema);
  if (!fitsSchema(converted, schema) || isBlank(converted))
    throw new UsageError(
      `${argument} must be ${describeSchema(schema)}${isBlank(converted) ? ' that is not blank' : ''}.`,
      {
        field,
      },
    );
  return converted;
}

/** Left empty, most filters are taken for absent. */
export function isBlank(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);
}

function toChoices(schema: Input['schema']): string {
  const items = schema.type === 'array' ? schema.items : schema;
  const choices = typeof items === 'object' && items !== null && 'enum' in items ? items.enum : undefined;
  return Array.isArray(choices) ? `(${choices.join('|')})` : '';
}

/** `name__icontains, name__iexact …` once more folded: `name__{icontains,iexact …}`. Of fewer than three it would be longer. */
function foldDeeper(lookups: readonly string[]): string[] {
  const groups = Map.groupBy(lookups, (lookup) => (lookup.includes('__') ? lookup.split('__', 1)[0] : undefined));
  return [...groups].flatMap(([head, members]) =>
    head === undefined || members.length < 3
      ? members
      : [`${head}__${braces(members.map((member) => member.slice(head.length + 2)))}`],
  );
}

function braces(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : `{${parts.join()}}`;
}
