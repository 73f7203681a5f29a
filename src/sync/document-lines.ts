import type { Document, Names } from '../model.ts';
import { cleanText } from '../text/clean.ts';

/** What a document's passages carry in front of and behind their text, built once per document. */
export interface DocumentLines {
  /** `title — correspondent — created`, what is missing left out. One line. */
  readonly header: string;
  /**
   * Type, tags, archive serial number (`ASN 210`, which the analyzer also finds as "archive number 210"), storage path,
   * and each custom field with its value. One line; names that no longer exist are left out.
   */
  readonly metadata: string;
}

export function buildLines(document: Document, names: Names): DocumentLines {
  return { header: buildHeader(document, names), metadata: buildMetadata(document, names) };
}

function buildHeader({ title, correspondent, created }: Document, names: Names): string {
  return joinParts([title, findName(names.correspondent, correspondent), created], ' — ');
}

function buildMetadata(document: Document, names: Names): string {
  const { documentType, tags, archiveSerialNumber, storagePath, customFields } = document;
  return joinParts(
    [
      findName(names.document_type, documentType),
      ...tags.map((tag) => findName(names.tag, tag)),
      archiveSerialNumber === undefined ? undefined : `ASN ${archiveSerialNumber}`,
      findName(names.storage_path, storagePath),
      ...customFields.map(({ field, value }) => `${findName(names.custom_field, field) ?? ''} ${value}`),
    ],
    ' · ',
  );
}

function findName(names: ReadonlyMap<number, string>, id: number | undefined): string | undefined {
  return id === undefined ? undefined : names.get(id);
}

function joinParts(parts: readonly (string | undefined)[], separator: string): string {
  return parts
    .map((part) => cleanText(part ?? '').replace(/\s+/g, ' '))
    .filter((part) => part !== '')
    .join(separator);
}
