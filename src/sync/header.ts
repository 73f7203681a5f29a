import type { Document, Names } from '../model.ts';
import { cleanText } from '../text/clean.ts';

/** `title — correspondent — created`, what is missing left out. One line. */
export function buildHeader({ title, correspondent, created }: Document, names: Names): string {
  return joinParts([title, nameOf(names.correspondent, correspondent), created], ' — ');
}

/**
 * Type, tags, archive serial number (`ASN 210`, which the analyzer also finds as "archive number 210"), storage path,
 * and each custom field with its value. One line; names that no longer exist are left out.
 */
export function buildMetadata(document: Document, names: Names): string {
  const { documentType, tags, archiveSerialNumber, storagePath, customFields } = document;
  return joinParts(
    [
      nameOf(names.document_type, documentType),
      ...tags.map((tag) => nameOf(names.tag, tag)),
      archiveSerialNumber === undefined ? undefined : `ASN ${archiveSerialNumber}`,
      nameOf(names.storage_path, storagePath),
      ...customFields.map(({ field, value }) => `${nameOf(names.custom_field, field) ?? ''} ${spaceCurrency(value)}`),
    ],
    ' · ',
  );
}

function nameOf(names: ReadonlyMap<number, string>, id: number | undefined): string | undefined {
  return id === undefined ? undefined : names.get(id);
}

/** Paperless' own spelling of money, `EUR1252.36`, would be one word. */
function spaceCurrency(value: string): string {
  return value.replace(/^([A-Z]{3})(?=-?[0-9]+(?:\.[0-9]+)?$)/, '$1 ');
}

function joinParts(parts: readonly (string | undefined)[], separator: string): string {
  return parts
    .map((part) => cleanText(part ?? '').replace(/\s+/g, ' '))
    .filter((part) => part !== '')
    .join(separator);
}
