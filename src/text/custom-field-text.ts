/** A custom field as Paperless defines it. `options`: labels of a select, by option id. */
export interface CustomField {
  readonly dataType: string;
  readonly options: ReadonlyMap<string, string>;
}

/**
 * A value as people read it, or undefined when there is none (also: an option that was deleted, a type of a newer
 * Paperless). Linked documents stay numbers: their titles may be hidden from who reads this document.
 */
export function toCustomFieldText(field: CustomField, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  switch (field.dataType) {
    case 'select':
      return field.options.get(String(value));
    case 'monetary':
      // Stored as "EUR1252.36": apart, so that the amount is a word of its own.
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
