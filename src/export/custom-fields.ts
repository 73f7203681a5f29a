import type { Document, Id } from '../model.ts';
import { type CustomField, toCustomFieldText } from '../text/custom-field-text.ts';
import type { ValueEntry } from './gather.ts';
import type { ManifestEntry } from './manifest.ts';

/** Each type has a column of its own in the table of values. */
const COLUMNS: Readonly<Record<string, keyof ValueEntry['fields']>> = {
  string: 'value_text',
  url: 'value_url',
  date: 'value_date',
  boolean: 'value_bool',
  integer: 'value_int',
  float: 'value_float',
  monetary: 'value_monetary',
  documentlink: 'value_document_ids',
  select: 'value_select',
  longtext: 'value_long_text',
};

export function toCustomFields(entries: readonly ManifestEntry[]): ReadonlyMap<Id, CustomField> {
  const fields = new Map<Id, CustomField>();
  for (const entry of entries) {
    if (entry.model !== 'documents.customfield') continue;
    const options = entry.fields.extra_data?.select_options ?? [];
    fields.set(entry.pk, {
      dataType: entry.fields.data_type,
      options: new Map(options.map(({ id, label }) => [id, label])),
    });
  }
  return fields;
}

/** The values of one document, ordered by field; values without a text or a field are left out. */
export function toCustomFieldValues(
  values: readonly ValueEntry[],
  fields: ReadonlyMap<Id, CustomField>,
): Document['customFields'] {
  return values
    .flatMap((value) => {
      const field = fields.get(value.fields.field);
      const column = COLUMNS[field?.dataType ?? ''];
      if (field === undefined || column === undefined) return [];
      const text = toCustomFieldText(field, value.fields[column]);
      return text === undefined ? [] : { field: value.fields.field, value: text };
    })
    .sort((a, b) => a.field - b.field);
}
