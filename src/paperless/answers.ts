import { z } from 'zod';
import type { Page } from './pages.ts';

// What is read of Paperless' answers. Fields nobody reads here are dropped, so new ones never break anything.

const Id = z.number().int().positive();
const IdOrNull = Id.nullable();

/** A page of rows. `all` and `next`, which versions and proxies change, are not even looked at. */
export function pageOf<T>(row: z.ZodType<T>): z.ZodType<Page<T>> {
  return z.object({ count: z.number().int().nonnegative(), results: z.array(row) });
}

export const IdRow = z.object({ id: Id });
export type IdRow = z.output<typeof IdRow>;

export const ModifiedRow = z.object({ id: Id, modified: z.string() });
export type ModifiedRow = z.output<typeof ModifiedRow>;

export const NameRow = z.object({ id: Id, name: z.string() });
export type NameRow = z.output<typeof NameRow>;

export const CountedRow = z.object({ id: Id, name: z.string(), document_count: z.number().int() });

export const CustomFieldRow = z.object({
  id: Id,
  name: z.string(),
  data_type: z.string(),
  extra_data: z
    .object({ select_options: z.array(z.object({ id: z.string(), label: z.string() })).optional() })
    .nullish()
    .catch(undefined),
});
export type CustomFieldRow = z.output<typeof CustomFieldRow>;

export const PermissionsRow = z.object({
  id: Id,
  owner: IdOrNull,
  // Required: a Paperless that left it out would otherwise make every document look unshared.
  permissions: z.object({ view: z.object({ users: z.array(Id), groups: z.array(Id) }) }),
});
export type PermissionsRow = z.output<typeof PermissionsRow>;

export const DocumentRow = PermissionsRow.extend({
  title: z.string(),
  content: z.string().nullable(),
  created: z.string().nullable(),
  modified: z.string(),
  correspondent: IdOrNull,
  document_type: IdOrNull,
  storage_path: IdOrNull,
  tags: z.array(Id),
  custom_fields: z.array(z.object({ field: Id, value: z.unknown() })),
  notes: z.array(z.object({ id: Id, note: z.string() })),
  archive_serial_number: z.number().int().nullable(),
});
export type DocumentRow = z.output<typeof DocumentRow>;

export const UserRow = z.object({
  id: Id,
  username: z.string(),
  is_active: z.boolean(),
  is_superuser: z.boolean(),
  groups: z.array(Id),
  user_permissions: z.array(z.string()),
  inherited_permissions: z.array(z.string()),
});
