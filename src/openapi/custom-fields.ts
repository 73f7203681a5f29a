import { z } from 'zod';
import { UsageError } from '../errors.ts';
import type { PaperlessClient } from '../paperless/client.ts';
import { readNames } from '../paperless/read-names.ts';

const row = z.object({
  id: z.number(),
  name: z.string(),
  data_type: z.string(),
  extra_data: z
    .looseObject({ select_options: z.array(z.looseObject({ id: z.string(), label: z.string() })).nullish() })
    .nullish()
    // One field that is odd does not keep the others from being set.
    .catch(undefined),
});
type Field = z.output<typeof row>;

export interface FieldValue {
  readonly field: number;
  readonly value: unknown;
}

/** Values of custom fields as Paperless stores them: an option's id for its label. Throws `UsageError` with what there is. */
export async function resolveFieldValues(
  values: readonly FieldValue[],
  client: PaperlessClient,
  signal: AbortSignal,
): Promise<FieldValue[]> {
  if (values.length === 0) return [];
  const fields = await readNames(client, 'custom_field', row, { signal });
  return values.map(({ field: id, value }) => {
    const field = fields.find((one) => one.id === id);
    if (field === undefined) {
      const known = fields.map((one) => `${one.id} ${one.name}`).join(', ');
      throw new UsageError(`There is no custom field ${id}. There are: ${known}.`, { field: 'custom_fields' });
    }
    return { field: id, value: field.data_type === 'select' && value !== null ? toOptionId(value, field) : value };
  });
}

/** What a document has, with `changes` in place of the same fields. Paperless replaces all of them at once. */
export async function mergeFieldValues(
  id: number,
  changes: readonly FieldValue[],
  client: PaperlessClient,
  signal: AbortSignal,
): Promise<FieldValue[]> {
  const schema = z.looseObject({ custom_fields: z.array(z.looseObject({ field: z.number(), value: z.unknown() })) });
  const { custom_fields: present } = await client.json({ path: `/api/documents/${id}/` }, schema, { signal });
  const kept = present.filter(({ field }) => !changes.some((change) => change.field === field));
  return [...kept.map(({ field, value }) => ({ field, value })), ...changes];
}

/** `[{field, value}]` and `{"3": value}` alike; null for anything else. */
export function toFieldValues(given: unknown): FieldValue[] | undefined {
  if (Array.isArray(given)) {
    const parsed = z.array(z.strictObject({ field: z.coerce.number().int(), value: z.unknown() })).safeParse(given);
    // A field without a value would be emptied.
    return parsed.success && given.every((one) => 'value' in one)
      ? parsed.data.map(({ field, value }) => ({ field, value }))
      : undefined;
  }
  if (typeof given !== 'object' || given === null) return undefined;
  const entries = Object.entries(given);
  return entries.every(([id]) => /^\d+$/.test(id))
    ? entries.map(([id, value]) => ({ field: Number(id), value }))
    : undefined;
}

/** Labels exactly, then whatever their case, never by likeness. */
function toOptionId(value: unknown, { name, extra_data }: Field): string {
  const options = extra_data?.select_options ?? [];
  const text = String(value);
  const exact = options.filter(({ id, label }) => id === text || label === text);
  const found = exact.length > 0 ? exact : options.filter(({ label }) => label.toLowerCase() === text.toLowerCase());
  if (found.length === 1 && found[0] !== undefined) return found[0].id;
  const labels = options.map(({ label }) => label).join(', ');
  throw new UsageError(`${name} has no option ${text.slice(0, 100)}. There are: ${labels}.`, {
    field: 'custom_fields',
  });
}
