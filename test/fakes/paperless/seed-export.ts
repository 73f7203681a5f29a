import type { Id, Instant } from '../../../src/model.ts';
import { FakeLibrary } from './library.ts';
import type { FakeDocument, NameList, Owned } from './objects.ts';

/** The fields that are read, of whichever model has them. */
interface Fields {
  readonly [column: `value_${string}`]: unknown;
  readonly name: string;
  readonly username: string;
  readonly first_name: string;
  readonly email: string;
  readonly is_active: boolean;
  readonly is_superuser: boolean;
  readonly groups: Id[];
  readonly user_permissions: readonly Id[];
  readonly permissions: readonly Id[];
  readonly codename: string;
  readonly data_type: string;
  readonly extra_data: unknown;
  readonly root_document: Id | null;
  readonly version_label: string | null;
  readonly content: string;
  readonly checksum: string;
  readonly added: string;
  readonly modified: string;
  readonly created: string;
  readonly deleted_at: string | null;
  readonly original_filename: string;
  readonly archive_filename: string | null;
  readonly tags: readonly Id[];
  readonly document: Id;
  readonly note: string;
  readonly user: Id;
  readonly group: Id;
  readonly field: Id;
  readonly object_pk: string;
  readonly permission: Id;
  readonly enabled: boolean;
  readonly triggers: readonly Id[];
  readonly actions: readonly Id[];
  readonly type: number;
  readonly sources: string;
  readonly order: number;
}

interface Entry {
  readonly model: string;
  readonly pk: Id;
  readonly fields: Fields;
}

const LISTS: Readonly<Record<string, NameList>> = {
  'documents.correspondent': 'correspondents',
  'documents.documenttype': 'document_types',
  'documents.tag': 'tags',
  'documents.storagepath': 'storage_paths',
};

/** The library of a `document_exporter` manifest: documents, versions, trash, names, users, rights. */
export function seedFromExport(manifest: readonly Entry[]): FakeLibrary {
  const library = new FakeLibrary();
  const of = (model: string) => manifest.filter((entry) => entry.model === model);
  const rights = new Map<Id, string>(of('auth.permission').map(({ pk, fields }) => [pk, fields.codename]));
  for (const { pk, fields } of of('auth.group'))
    library.groups.set(pk, { id: pk, name: fields.name, permissions: toRights(fields.permissions) });
  for (const { pk, fields } of of('auth.user')) {
    const { username, first_name, email, is_active, is_superuser, groups } = fields;
    const permissions = toRights(fields.user_permissions);
    library.addUser({ id: pk, username, first_name, email, is_active, is_superuser, groups, permissions });
  }
  for (const entry of manifest) {
    const list = LISTS[entry.model];
    if (list !== undefined) library.addName(list, { ...entry.fields, ...NOT_SHARED, id: entry.pk });
  }
  for (const { pk, fields } of of('documents.customfield')) addCustomField(pk, fields);
  for (const entry of of('documents.document')) if (entry.fields.root_document === null) addDocument(entry);
  for (const { pk, fields } of of('documents.document').filter((entry) => entry.fields.root_document !== null))
    library.documents
      .get(fields.root_document ?? 0)
      ?.versions.push({ ...fields, id: pk, added: toInstant(fields.added) });
  for (const { workflow } of of('documents.workflow').map(toWorkflow)) library.workflows.push(workflow);
  library.index.rebuild();
  return library;

  function addCustomField(id: Id, { name, data_type, extra_data }: Fields): void {
    library.customFields.set(id, { id, name, data_type, extra_data });
  }

  function toRights(ids: readonly Id[]): string[] {
    return ids.flatMap((id) => rights.get(id) ?? []);
  }

  function addDocument({ pk, fields }: Entry): void {
    const shared = (verb: string) => ({
      users: sharedWith('user', `${verb}_document`, pk),
      groups: sharedWith('group', `${verb}_document`, pk),
    });
    const document: Partial<FakeDocument> = {
      ...fields,
      id: pk,
      added: toInstant(fields.added),
      modified: toInstant(fields.modified),
      deleted_at: fields.deleted_at === null ? null : toInstant(fields.deleted_at),
      original_file_name: fields.original_filename,
      archived_file_name: fields.archive_filename,
      tags: [...fields.tags],
      versions: [],
      view: shared('view'),
      change: shared('change'),
      notes: of('documents.note')
        .filter((note) => note.fields.document === pk)
        .map((note) => ({ ...note.fields, id: note.pk, created: toInstant(note.fields.created) })),
      custom_fields: of('documents.customfieldinstance')
        .filter((value) => value.fields.document === pk)
        .map((value) => ({ field: value.fields.field, value: toValue(value.fields) })),
    };
    library.add(document);
  }

  function sharedWith(who: 'user' | 'group', right: string, document: Id): Id[] {
    return of(`guardian.${who}objectpermission`)
      .filter(({ fields }) => fields.object_pk === String(document) && rights.get(fields.permission) === right)
      .map(({ fields }) => fields[who]);
  }

  function toWorkflow({ fields }: Entry) {
    const find = (model: string, ids: readonly Id[]) =>
      of(model).flatMap(({ pk, fields: part }) => (ids.includes(pk) ? { id: pk, ...part } : []));
    const triggers = find('documents.workflowtrigger', fields.triggers).map((trigger) => ({
      ...trigger,
      sources: trigger.sources.split(',').map(Number),
    }));
    const actions = find('documents.workflowaction', fields.actions).map(({ order: _order, ...action }) => action);
    return { workflow: { ...fields, triggers, actions } };
  }
}

const NOT_SHARED: Pick<Owned, 'view' | 'change'> = {
  view: { users: [], groups: [] },
  change: { users: [], groups: [] },
};

/** One column per type, all but one empty. */
function toValue(fields: Fields): unknown {
  const columns = Object.entries(fields).filter(([name]) => /^value_(?!monetary_amount)/.test(name));
  return columns.find(([, value]) => value !== null)?.[1] ?? null;
}

/** An export has milliseconds and UTC. */
function toInstant(text: string): Instant {
  return `${new Date(text).toISOString().slice(0, 23)}000Z`;
}
