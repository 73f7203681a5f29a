import type { CustomFieldRow } from './answers.ts';

/**
 * A custom field's value as people read it: a select's label, the currency apart from the amount. Linked documents stay
 * numbers, their titles may be hidden from who reads this one. Undefined without a value, for an option that was
 * deleted, and for types of a newer Paperless.
 */
export function toCustomFieldText(field: CustomFieldRow, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  switch (field.data_type) {
    case 'select':
      return field.extra_data?.select_options?.find(({ id }) => id === value)?.label;
    case 'monetary':
      // Stored as EUR1252.36, which nobody would search for.
      return String(value).replace(/^([A-Z]{3})(?=[-\d])/, '$1 ');
    case 'documentlink':
      return Array.isArray(value) && value.length > 0 ? value.join(', ') : undefined;
    case 'string':
    case 'longtext':
    case 'url':
    case 'date':
    case 'boolean':
    case 'integer':
    case 'float':
      return String(value);
    default:
      return undefined;
  }
}
