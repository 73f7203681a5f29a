import type { FakeLibrary } from './library.ts';
import type { FakeDocument, Share } from './objects.ts';

type Body = Readonly<Record<string, unknown>>;

/** Reads one field of a PATCH; throws a `Complaint`. */
type Read = (value: unknown, document: FakeDocument, library: FakeLibrary) => Partial<FakeDocument>;

class Complaint extends Error {
  readonly body: unknown;

  constructor(body: unknown) {
    super('refused');
    this.body = body;
  }
}

/** What a PATCH changes, or the body of its 400. Read-only and unknown fields have no effect, as in Paperless. */
export function readChanges(
  body: Body,
  document: FakeDocument,
  library: FakeLibrary,
): { readonly value: Partial<FakeDocument> } | { readonly problem: unknown } {
  const value: Partial<FakeDocument> = {};
  for (const [name, given] of Object.entries(body)) {
    try {
      Object.assign(value, READERS[name]?.(given, document, library));
    } catch (error) {
      if (!(error instanceof Complaint)) throw error;
      return { problem: { [name]: error.body } };
    }
  }
  return { value };
}

const READERS: Readonly<Record<string, Read>> = {
  title: (value) => {
    if (String(value).length > 128) throw new Complaint(['Ensure this field has no more than 128 characters.']);
    return { title: String(value) };
  },
  content: (value) => ({ content: String(value) }),
  created: (value) => {
    const [date] = /^\d{4}-\d\d-\d\d(?=$|T)/.exec(String(value)) ?? [];
    if (date === undefined)
      throw new Complaint(['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.']);
    return { created: date };
  },
  correspondent: (value, _document, { names }) => ({ correspondent: readId(value, names.correspondents) }),
  document_type: (value, _document, { names }) => ({ document_type: readId(value, names.document_types) }),
  storage_path: (value, _document, { names }) => ({ storage_path: readId(value, names.storage_paths) }),
  owner: (value, _document, { users }) => ({ owner: readId(value, users) }),
  tags: (value, _document, { names }) => ({
    tags: toArray(value)
      .map((tag) => readId(tag, names.tags) ?? 0)
      .sort((a, b) => a - b),
  }),
  archive_serial_number: (value, document, library) => {
    const number = value === null ? null : Number(value);
    const isTaken = library.list().some((other) => other !== document && other.archive_serial_number === number);
    if (number !== null && isTaken) throw new Complaint(['document with this archive serial number already exists.']);
    return { archive_serial_number: number };
  },
  custom_fields: (value, _document, library) => ({
    custom_fields: toArray(value).map((item) => readCustomField(item as Body, library)),
  }),
  set_permissions: (value) => {
    const { view, change } = value as { view?: Partial<Share>; change?: Partial<Share> };
    return { view: toShare(view), change: toShare(change) };
  },
};

function readId(value: unknown, known: ReadonlyMap<number, unknown>): number | null {
  if (value === null) return null;
  if (!known.has(Number(value))) throw new Complaint([`Invalid pk "${value}" - object does not exist.`]);
  return Number(value);
}

function readCustomField(item: Body, library: FakeLibrary): { field: number; value: unknown } {
  const field = library.customFields.get(Number(item.field));
  if (field === undefined) throw new Complaint([{ field: [`Invalid pk "${item.field}" - object does not exist.`] }]);
  const { value } = item;
  if (field.data_type === 'monetary' && value !== null && !/^([A-Z]{3})?-?\d+(\.\d{1,2})?$/.test(String(value)))
    throw new Complaint([
      { non_field_errors: ['Must be a two-decimal number with optional currency code e.g. GBP123.45'] },
    ]);
  return { field: field.id, value };
}

function toArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function toShare(share: Partial<Share> | undefined): Share {
  return { users: share?.users ?? [], groups: share?.groups ?? [] };
}
