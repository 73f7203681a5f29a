import { UnavailableError } from '../errors.ts';
import type { CalendarDate, Document, Id, Instant, Permissions } from '../model.ts';
import { type CustomField, toCustomFieldText } from '../text/custom-field-text.ts';
import { parseInstant } from '../text/instant.ts';
import type { CustomFieldRow, DocumentRow, PermissionsRow } from './answers.ts';

/** The fields of a `DocumentRow`, asked for by name: a document has as many again that nobody here needs. */
export const DOCUMENT_FIELDS = [
  'id',
  'title',
  'content',
  'created',
  'modified',
  'correspondent',
  'document_type',
  'storage_path',
  'tags',
  'custom_fields',
  'notes',
  'archive_serial_number',
  'owner',
  'permissions',
];

/** `fields`: definitions by id. A value whose field is not among them is left out: nobody could say what it means. */
export function toDocument(row: DocumentRow, fields: ReadonlyMap<Id, CustomFieldRow>): Document {
  return {
    id: row.id,
    title: row.title,
    content: row.content ?? '',
    created: toDate(row.created),
    modified: toInstantOrThrow(row.modified),
    correspondent: row.correspondent ?? undefined,
    documentType: row.document_type ?? undefined,
    storagePath: row.storage_path ?? undefined,
    tags: row.tags.toSorted((a, b) => a - b),
    customFields: row.custom_fields
      .flatMap(({ field, value }) => {
        const definition = fields.get(field);
        const text = definition === undefined ? undefined : toCustomFieldText(toField(definition), value);
        return text === undefined ? [] : [{ field, value: text }];
      })
      .sort((a, b) => a.field - b.field),
    // By id: Paperless sorts notes by their time, and two of the same second would change places.
    notes: row.notes.toSorted((a, b) => a.id - b.id).map(({ note }) => note),
    archiveSerialNumber: row.archive_serial_number ?? undefined,
    permissions: toPermissions(row),
  };
}

function toField({ data_type, extra_data }: CustomFieldRow): CustomField {
  const options = extra_data?.select_options ?? [];
  return { dataType: data_type, options: new Map(options.map(({ id, label }) => [id, label])) };
}

export function toPermissions({ owner, permissions: { view } }: PermissionsRow): Permissions {
  // Sorted: the order of a database's rows must not look like a change.
  const sort = (ids: readonly Id[]) => ids.toSorted((a, b) => a - b);
  return { owner: owner ?? undefined, viewUsers: sort(view.users), viewGroups: sort(view.groups) };
}

/** Throws `UnavailableError` for a time without offset or in another form. */
export function toInstantOrThrow(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === undefined)
    throw new UnavailableError(
      'paperless',
      'Paperless gave a modification time in an unexpected form. Check that it is a Paperless-ngx of a supported version.',
    );
  return instant;
}

// Older versions write a time after the date. It is cut, not converted: a time zone must not move a bill by a day.
function toDate(text: string | null): CalendarDate | undefined {
  return text === null ? undefined : /^\d{4}-\d\d-\d\d/.exec(text)?.[0];
}
