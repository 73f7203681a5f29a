import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SampleDocument, SampleLibrary } from '../contract/sample-library.ts';

/** An entry of a manifest, as loosely as a test may want to spoil it. */
export interface Entry {
  readonly model: string;
  readonly pk: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

export interface ExportOptions {
  /** `--split-manifest` */
  readonly split?: boolean;
  /** `--use-folder-prefix` */
  readonly prefix?: boolean;
}

const VALUE_COLUMNS: Readonly<Record<string, string>> = {
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

/** A folder for one test, removed at its end. */
export async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'export-test-'));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes `files` (paths inside the folder): text and bytes as they are, everything else as JSON. */
export async function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(path, isRaw ? content : JSON.stringify(content, undefined, 2));
  }
}

/** Writes what `document_exporter` would write for the library. */
export async function writeExport(folder: string, library: SampleLibrary, options: ExportOptions = {}): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const thumbnails = library.documents.flatMap(({ id, thumbnail }): [string, Uint8Array][] =>
    thumbnail === undefined ? [] : [[toThumbnailName(id, options), thumbnail.bytes]],
  );
  await writeFiles(folder, {
    ...toManifests(toEntries(library, options), options),
    ...Object.fromEntries(thumbnails),
    'metadata.json': { version: '3.0.5' },
  });
}

/** The manifests of an export by path; with `split`, one for each document and version. */
export function toManifests(entries: readonly Entry[], { split, prefix }: ExportOptions): Record<string, unknown> {
  if (split !== true) return { 'manifest.json': entries };
  const parts: Record<string, Entry[]> = {};
  const main: Entry[] = [];
  for (const entry of entries) {
    const id = entry.model === 'documents.document' ? entry.pk : entry.fields.document;
    if (id === undefined) main.push(entry);
    else {
      const name = `${prefix === true ? 'json/Home/' : ''}2024-01-01 Document ${id}-manifest.json`;
      parts[name] = [...(parts[name] ?? []), entry];
    }
  }
  return { ...parts, 'manifest.json': main };
}

export function toEntries(library: SampleLibrary, options: ExportOptions = {}): Entry[] {
  const named = (model: string, names: readonly { id: number; name: string }[]) =>
    names.map(({ id, name }) => ({ model, pk: id, fields: { owner: null, name, matching_algorithm: 1 } }));
  return [
    { model: 'contenttypes.contenttype', pk: 17, fields: { app_label: 'documents', model: 'document' } },
    { model: 'contenttypes.contenttype', pk: 13, fields: { app_label: 'documents', model: 'correspondent' } },
    { model: 'auth.permission', pk: 68, fields: { codename: 'view_document', content_type: 17 } },
    { model: 'auth.permission', pk: 66, fields: { codename: 'change_document', content_type: 17 } },
    { model: 'sessions.session', pk: 'a key that is no number', fields: {} },
    ...named('documents.correspondent', library.names.correspondent),
    ...named('documents.documenttype', library.names.document_type),
    ...named('documents.tag', library.names.tag),
    ...named('documents.storagepath', library.names.storage_path),
    ...library.documents.flatMap((document) => toValueEntries(document, library)),
    ...library.customFields.map(({ id, name, dataType, options: choices }) => ({
      model: 'documents.customfield',
      pk: id,
      fields: { name, data_type: dataType, extra_data: choices === undefined ? null : { select_options: choices } },
    })),
    ...library.documents.flatMap(toPermissionEntries),
    ...library.documents.flatMap(({ id, notes, trashed }) =>
      notes.map((note, index) => ({
        model: 'documents.note',
        pk: id * 100 + index,
        fields: { note, document: id, user: 3, created: '2026-01-01T00:00:00Z', deleted_at: toDeletedAt(trashed) },
      })),
    ),
    ...library.documents.flatMap((document) => toDocumentEntries(document, options)),
  ];
}

function toDocumentEntries(document: SampleDocument, options: ExportOptions): Entry[] {
  const { versions, trashed, permissions, thumbnail } = document;
  const root = {
    model: 'documents.document',
    pk: document.id,
    fields: {
      title: document.title,
      content: document.content,
      created: document.created ?? null,
      modified: toMilliseconds(document.modified),
      correspondent: document.correspondent ?? null,
      document_type: document.documentType ?? null,
      storage_path: document.storagePath ?? null,
      tags: document.tags,
      archive_serial_number: document.archiveSerialNumber ?? null,
      owner: permissions.owner ?? null,
      deleted_at: toDeletedAt(trashed),
      root_document: null as number | null,
      version_index: null as number | null,
    },
    ...(thumbnail === undefined ? {} : { __exported_thumbnail_name__: toThumbnailName(document.id, options) }),
  };
  const later = versions.map((version) => ({
    ...root,
    pk: version.id,
    fields: {
      ...root.fields,
      content: version.content,
      modified: toMilliseconds(version.modified),
      correspondent: null,
      document_type: null,
      tags: [],
      root_document: document.id,
      version_index: version.index,
    },
  }));
  return [root, ...later];
}

function toValueEntries({ id, customFields }: SampleDocument, library: SampleLibrary): Entry[] {
  return customFields.map(({ field, stored }) => {
    const dataType = library.customFields.find((known) => known.id === field)?.dataType ?? '';
    const columns = Object.fromEntries(Object.values(VALUE_COLUMNS).map((column) => [column, null]));
    return {
      model: 'documents.customfieldinstance',
      pk: id * 100 + field,
      fields: { document: id, field, deleted_at: null, ...columns, [VALUE_COLUMNS[dataType] ?? '']: stored },
    };
  });
}

function toPermissionEntries({ id, permissions }: SampleDocument): Entry[] {
  const common = { permission: 68, content_type: 17, object_pk: String(id) };
  // A right to change is no right to view, as far as these entries go.
  return [
    { model: 'guardian.userobjectpermission', pk: id, fields: { ...common, permission: 66, user: 99 } },
    ...permissions.viewUsers.map((user) => ({
      model: 'guardian.userobjectpermission',
      pk: id * 100 + user,
      fields: { ...common, user },
    })),
    ...permissions.viewGroups.map((group) => ({
      model: 'guardian.groupobjectpermission',
      pk: id * 100 + group,
      fields: { ...common, group },
    })),
  ];
}

function toThumbnailName(id: number, { prefix }: ExportOptions): string {
  return `${prefix === true ? 'thumbnails/' : ''}Document ${id}-thumbnail.webp`;
}

function toDeletedAt(trashed: boolean): string | null {
  return trashed ? '2026-03-06T00:00:00.000Z' : null;
}

/** An export has only three digits. */
function toMilliseconds(instant: string): string {
  return instant.replace(/(\.\d{3})\d*Z$/, '$1Z');
}
