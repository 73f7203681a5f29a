import type { CalendarDate, Id, Instant } from '../../../src/model.ts';

/** Whom an object belongs to and with whom it is shared. */
export interface Owned {
  owner: Id | null;
  view: Share;
  change: Share;
}

export interface Share {
  users: Id[];
  groups: Id[];
}

export interface FakeNote {
  id: Id;
  note: string;
  created: Instant;
  user: Id;
}

export interface FakeVersion {
  id: Id;
  content: string;
  added: Instant;
  version_label: string | null;
  checksum: string;
}

export interface FakeDocument extends Owned {
  id: Id;
  title: string;
  content: string;
  created: CalendarDate | null;
  added: Instant;
  modified: Instant;
  correspondent: Id | null;
  document_type: Id | null;
  storage_path: Id | null;
  tags: Id[];
  custom_fields: { field: Id; value: unknown }[];
  notes: FakeNote[];
  archive_serial_number: number | null;
  original_file_name: string;
  archived_file_name: string | null;
  mime_type: string;
  page_count: number | null;
  checksum: string;
  deleted_at: Instant | null;
  /** Later versions of the file, oldest first; their ids come from the documents' sequence. */
  versions: FakeVersion[];
  thumbnail: Uint8Array | undefined;
}

export interface FakeName extends Owned {
  id: Id;
  name: string;
  /** Of a tag. */
  is_inbox_tag?: boolean;
  /** Of a storage path. */
  path?: string;
}

export interface FakeCustomField {
  id: Id;
  name: string;
  data_type: string;
  extra_data: unknown;
}

export interface FakeUser {
  id: Id;
  username: string;
  first_name: string;
  email: string;
  is_active: boolean;
  is_superuser: boolean;
  groups: Id[];
  /** `view_document` … Those of the groups come on top. */
  permissions: string[];
  token: string;
}

export interface FakeGroup {
  id: Id;
  name: string;
  permissions: string[];
}

export type NameList = 'correspondents' | 'document_types' | 'tags' | 'storage_paths';

const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** Live text: the newest version's, else the root's own. */
export function contentOf(document: FakeDocument): string {
  return document.versions.at(-1)?.content ?? document.content;
}

export function createOwned(): Owned {
  return { owner: null, view: { users: [], groups: [] }, change: { users: [], groups: [] } };
}

export function toChecksum(text: string): string {
  return Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64);
}

/** A document with nothing but the least. */
export function createDocument(id: Id, now: Instant): FakeDocument {
  return {
    ...createOwned(),
    id,
    title: `Document ${id}`,
    content: `Text of document ${id}.`,
    created: '2024-01-01',
    added: now,
    modified: now,
    correspondent: null,
    document_type: null,
    storage_path: null,
    tags: [],
    custom_fields: [],
    notes: [],
    archive_serial_number: null,
    original_file_name: `document-${id}.pdf`,
    archived_file_name: null,
    mime_type: 'application/pdf',
    page_count: 1,
    checksum: toChecksum(String(id)),
    deleted_at: null,
    versions: [],
    thumbnail: WEBP,
  };
}
