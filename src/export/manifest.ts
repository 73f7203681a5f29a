import { z } from 'zod';
import { ConfigError } from '../errors.ts';
import { parseInstant } from '../text/instant.ts';
import { toCreatedDate } from './created-date.ts';
import type { RawEntry } from './entries.ts';

const id = z.int().positive();
const optionalId = id.nullish();
const text = z.string().nullish();
const instant = z.string().transform((value, context) => {
  const parsed = parseInstant(value);
  if (parsed === undefined) context.addIssue('expected a time with offset, 2026-11-30T11:19:01.628Z');
  return parsed ?? z.NEVER;
});
const date = z.string().transform((value, context) => {
  const parsed = toCreatedDate(value);
  if (parsed === undefined) context.addIssue('expected a date, YYYY-MM-DD');
  return parsed ?? z.NEVER;
});

/** An entry that Paperless-ngx 3 doesn't write so: another version may. */
export class ForeignEntryError extends ConfigError {}

function entry<const M extends string, F extends z.ZodRawShape>(model: M, fields: F) {
  return z.object({ model: z.literal(model), pk: id, fields: z.object(fields) });
}

const document = entry('documents.document', {
  title: z.string(),
  content: text,
  created: date.nullish(),
  modified: instant,
  correspondent: optionalId,
  document_type: optionalId,
  storage_path: optionalId,
  tags: z.array(id).optional(),
  archive_serial_number: z.int().nullish(),
  owner: optionalId,
  deleted_at: text,
  root_document: optionalId,
  version_index: z.int().nullish(),
}).extend({ __exported_thumbnail_name__: z.string().optional() });

const customField = entry('documents.customfield', {
  name: z.string(),
  data_type: z.string(),
  extra_data: z
    .object({ select_options: z.array(z.object({ id: z.string(), label: z.string() })).nullish() })
    .nullish(),
});

const customFieldValue = entry('documents.customfieldinstance', {
  document: id,
  field: id,
  deleted_at: text,
  value_text: text,
  value_bool: z.boolean().nullish(),
  value_url: text,
  value_date: text,
  value_int: z.int().nullish(),
  value_float: z.number().nullish(),
  value_monetary: text,
  value_document_ids: z.array(id).nullish(),
  value_select: text,
  value_long_text: text,
});

const permission = { permission: id, object_pk: z.string() };

/** Of the models in a manifest, those that are read; fields as document_exporter of Paperless-ngx 3 writes them. */
const manifestEntry = z.discriminatedUnion('model', [
  document,
  customField,
  customFieldValue,
  entry('documents.correspondent', { name: z.string() }),
  entry('documents.documenttype', { name: z.string() }),
  entry('documents.tag', { name: z.string() }),
  entry('documents.storagepath', { name: z.string() }),
  entry('documents.note', { note: z.string(), document: optionalId, deleted_at: text }),
  entry('contenttypes.contenttype', { app_label: z.string(), model: z.string() }),
  entry('auth.permission', { codename: z.string(), content_type: id }),
  entry('guardian.userobjectpermission', { ...permission, user: id }),
  entry('guardian.groupobjectpermission', { ...permission, group: id }),
]);

export type ManifestEntry = z.output<typeof manifestEntry>;
export type EntryOf<M extends ManifestEntry['model']> = Extract<ManifestEntry, { model: M }>;

const MODELS: ReadonlySet<string> = new Set(manifestEntry.options.map((option) => option.shape.model.value));
const anyEntry = z.object({ model: z.string(), pk: z.union([z.int(), z.string()]), fields: z.object({}) });

/**
 * An entry as the program knows it, or undefined for a model that isn't read. Unknown fields are ignored.
 * Throws a `ForeignEntryError` that names file, entry, model, key and field, never a value.
 */
export function parseManifestEntry(file: string, raw: RawEntry): ManifestEntry | undefined {
  const any = anyEntry.safeParse(raw.value);
  if (!any.success) throw toShapeError(file, `entry ${raw.number}`, any.error);
  const { model, pk } = any.data;
  if (!MODELS.has(model)) return undefined;
  const known = manifestEntry.safeParse(raw.value);
  if (!known.success) throw toShapeError(file, `entry ${raw.number} (${model} ${toShortKey(pk)})`, known.error);
  return known.data;
}

function toShapeError(file: string, place: string, error: z.ZodError): ForeignEntryError {
  const [issue] = error.issues;
  const field = issue?.path.join('.') || 'the entry';
  return new ForeignEntryError(
    `The Paperless export can't be read: ${file}: ${place}, ${field}: ${issue?.message ?? 'unexpected'}.`,
  );
}

/** A key is a number in real life; a hostile one could be anything, and goes into a log line. */
function toShortKey(pk: number | string): string {
  return typeof pk === 'number' ? String(pk) : 'with a key that is no number';
}
