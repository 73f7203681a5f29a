import { ConfigError } from '../errors.ts';
import { createNames, type Document, type Id, type NameKind, type Names } from '../model.ts';
import { toCustomFields, toCustomFieldValues } from './custom-fields.ts';
import type { DocumentEntry, EntryPosition, Gathered, Located } from './gather.ts';
import type { ManifestEntry } from './manifest.ts';
import { toViewPermissions } from './permissions.ts';

/** A document without its text, which stays on disk. */
export interface ExportedDocument extends Omit<Document, 'content'> {
  /** Where the document stands, and where its newest version, whose text counts; often the same. */
  readonly root: EntryPosition;
  readonly newest: EntryPosition;
  /** Paths inside the folder, best first. Written by others: not to be trusted. */
  readonly thumbnails: readonly string[];
}

/** Documents by id, ascending: trashed ones are left out, versions are part of their documents. */
export interface Library {
  readonly documents: ReadonlyMap<Id, ExportedDocument>;
  readonly names: Names;
}

const KINDS_OF_MODELS: Readonly<Partial<Record<ManifestEntry['model'], NameKind>>> = {
  'documents.correspondent': 'correspondent',
  'documents.documenttype': 'document_type',
  'documents.tag': 'tag',
  'documents.storagepath': 'storage_path',
  'documents.customfield': 'custom_field',
};

export function buildLibrary({ documents, notes, values, others }: Gathered): Library {
  const { roots, newest } = findVersions(documents);
  // Notes and values in another file than their document belong to an older export.
  const isCurrent = ({ entry, place }: Gathered['notes' | 'values'][number]) =>
    !isTrashed(entry) && roots.get(entry.fields.document ?? 0)?.place.file === place.file;
  const notesOf = Map.groupBy(notes.filter(isCurrent), ({ entry }) => entry.fields.document);
  const valuesOf = Map.groupBy(values.filter(isCurrent), ({ entry }) => entry.fields.document);
  const customFields = toCustomFields(others);
  const permissionsOf = toViewPermissions(others);

  const exported = new Map<Id, ExportedDocument>();
  for (const [id, root] of [...roots].sort(([a], [b]) => a - b)) {
    const version = newest.get(id) ?? root;
    const { fields } = root.entry;
    const granted = permissionsOf.get(id);
    exported.set(id, {
      id,
      title: fields.title,
      created: fields.created ?? undefined,
      modified: [fields.modified, version.entry.fields.modified].sort()[1] ?? fields.modified,
      correspondent: fields.correspondent ?? undefined,
      documentType: fields.document_type ?? undefined,
      storagePath: fields.storage_path ?? undefined,
      tags: [...new Set(fields.tags)].sort((a, b) => a - b),
      customFields: toCustomFieldValues(
        (valuesOf.get(id) ?? []).map(({ entry }) => entry),
        customFields,
      ),
      notes: (notesOf.get(id) ?? [])
        .map(({ entry }) => entry)
        .sort((a, b) => a.pk - b.pk)
        .map((note) => note.fields.note),
      archiveSerialNumber: fields.archive_serial_number ?? undefined,
      permissions: {
        owner: fields.owner ?? undefined,
        viewUsers: granted?.viewUsers ?? [],
        viewGroups: granted?.viewGroups ?? [],
      },
      root: root.place,
      newest: version.place,
      thumbnails: [version, root].flatMap(({ entry }) => entry.__exported_thumbnail_name__ ?? []),
    });
  }
  return { documents: exported, names: toNames(others) };
}

/** Documents that are not in the trash, and the newest version of each that has versions. */
function findVersions(documents: Gathered['documents']) {
  const roots = new Map<Id, Located<DocumentEntry>>();
  const newest = new Map<Id, Located<DocumentEntry>>();
  for (const [id, located] of documents) {
    if (isTrashed(located.entry)) continue;
    const root = located.entry.fields.root_document ?? undefined;
    if (root === undefined) roots.set(id, located);
    else {
      // Paperless makes none. In a circle of them every document would be gone.
      if ((documents.get(root)?.entry.fields.root_document ?? undefined) !== undefined)
        throw new ConfigError(
          `The Paperless export can't be read: ${located.place.file}: document ${id} is a version of ${root}, which is a version itself. Run document_exporter again.`,
        );
      const known = newest.get(root)?.entry;
      if (known === undefined || isNewer(located.entry, known)) newest.set(root, located);
    }
  }
  return { roots, newest };
}

function isNewer(a: DocumentEntry, b: DocumentEntry): boolean {
  const [indexA, indexB] = [a.fields.version_index ?? 0, b.fields.version_index ?? 0];
  return indexA === indexB ? a.pk > b.pk : indexA > indexB;
}

function isTrashed(entry: { readonly fields: { readonly deleted_at?: string | null | undefined } }): boolean {
  return (entry.fields.deleted_at ?? undefined) !== undefined;
}

function toNames(entries: readonly ManifestEntry[]): Names {
  const names = createNames();
  for (const { model, pk, fields } of entries) {
    const kind = KINDS_OF_MODELS[model];
    if (kind !== undefined && 'name' in fields) names[kind].set(pk, fields.name);
  }
  return names;
}
