import { SignInError } from '../../src/errors.ts';
import {
  createNames,
  type Document,
  EVERYTHING,
  type Id,
  type Instant,
  type NameKind,
  type Permissions,
} from '../../src/model.ts';
import type { Archive, Asker, DocumentSource } from '../../src/ports.ts';

export interface MemoryUser {
  readonly id: Id;
  readonly name: string;
  readonly groups: readonly Id[];
  readonly superuser: boolean;
}

export interface MemoryThumbnail {
  readonly bytes: Uint8Array;
  readonly type: string;
}

export type SourceMethod = Exclude<keyof DocumentSource | keyof Archive, 'link'>;

/** Paperless in a few maps: edit it between the calls of the code under test, or in the middle of them. */
export interface MemoryLibrary {
  readonly source: DocumentSource;
  readonly archive: Archive;
  /** Calls so far. A test can set one back to 0. */
  readonly calls: Record<SourceMethod, number>;
  /** Adds or overwrites a document; what isn't given is empty, the id the next free one, `modified` now. */
  add(document?: Partial<Document>): Document;
  /** Changes a document and moves `modified`, as an edit in Paperless does. */
  edit(id: Id, changes: Partial<Omit<Document, 'id'>>): Document;
  /** Changes a document and leaves `modified` alone, as a reprocessing or a permission job may. */
  editSilently(id: Id, changes: Partial<Omit<Document, 'id'>>): Document;
  trash(id: Id): void;
  /** Back from the trash; moves `modified`, as in Paperless. */
  restore(id: Id): void;
  /** Creates or renames. No document's `modified` moves. Everybody may see a name without permissions. */
  setName(kind: NameKind, id: Id, name: string, permissions?: Permissions): void;
  /** Deletes a name and takes it off all documents. No document's `modified` moves. */
  deleteName(kind: NameKind, id: Id): void;
  setUsers(users: readonly MemoryUser[]): void;
  setThumbnail(id: Id, thumbnail: MemoryThumbnail | undefined): void;
  /**
   * Runs `action` at the start of the `nth` call of `method` from now on (1 = the next): throw in it to make the call
   * fail, or edit the library to change it under the caller's feet.
   */
  onCall(method: SourceMethod, nth: number, action: () => void | Promise<void>): void;
  /** Forgets documents, names and users, keeps `source` and `archive`. */
  clear(): void;
}

/** Time stands still between edits: the first edit is at `2026-01-01T00:00:01Z`, each further one a second later. */
export function createMemoryLibrary(): MemoryLibrary {
  const documents = new Map<Id, Document>();
  const trashed = new Map<Id, Document>();
  const thumbnails = new Map<Id, MemoryThumbnail>();
  const calls: Record<SourceMethod, number> = {
    changedSince: 0,
    count: 0,
    allIds: 0,
    read: 0,
    names: 0,
    access: 0,
    visible: 0,
    counts: 0,
    thumbnail: 0,
  };
  const actions = new Map<SourceMethod, Map<number, () => void | Promise<void>>>();
  let names = createNames();
  const namePermissions = new Map<string, Permissions>();
  let users: readonly MemoryUser[] = [];
  let edits = 0;

  const now = (): Instant => {
    edits += 1;
    return new Date(Date.UTC(2026, 0, 1, 0, 0, edits)).toISOString().replace('Z', '000Z');
  };
  const enter = async (method: SourceMethod, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted();
    calls[method] += 1;
    const action = actions.get(method)?.get(calls[method]);
    actions.get(method)?.delete(calls[method]);
    await action?.();
  };
  const put = (id: Id, changes: Partial<Document>): Document => {
    const known = documents.get(id);
    if (known === undefined) throw new Error(`the test edits document ${id}, which does not exist`);
    const document = { ...known, ...changes };
    documents.set(id, document);
    return document;
  };

  const source: DocumentSource = {
    async changedSince(since, options) {
      await enter('changedSince', options?.signal);
      return [...documents.values()]
        .filter(({ modified }) => since === undefined || modified >= since)
        .sort((a, b) => compare(a.modified, b.modified) || a.id - b.id)
        .map(({ id, modified }) => ({ id, modified }));
    },
    async count(options) {
      await enter('count', options?.signal);
      return documents.size;
    },
    async allIds(options) {
      await enter('allIds', options?.signal);
      return [...documents.keys()].sort((a, b) => a - b);
    },
    async read(ids, options) {
      await enter('read', options?.signal);
      return [...new Set(ids)].flatMap((id) => documents.get(id) ?? []);
    },
    async names(options) {
      await enter('names', options?.signal);
      return structuredClone(names);
    },
  };

  const archive: Archive = {
    async access(asker, options) {
      await enter('access', options?.signal);
      const user = findUser(asker, users);
      return {
        scope: user === undefined || user.superuser ? EVERYTHING : { kind: 'user', user: user.id, groups: user.groups },
        maySeeName: (kind, id) => {
          const permissions = namePermissions.get(`${kind} ${id}`);
          return permissions === undefined || maySee(user, permissions);
        },
      };
    },
    async visible(ids, asker, options) {
      await enter('visible', options?.signal);
      const user = findUser(asker, users);
      const found = ids.flatMap((id) => documents.get(id) ?? []);
      return new Set(found.filter(({ permissions }) => maySee(user, permissions)).map(({ id }) => id));
    },
    async counts(kind, options) {
      await enter('counts', options?.signal);
      const idsOf = (document: Document): readonly (Id | undefined)[] =>
        ({ correspondent: [document.correspondent], document_type: [document.documentType], tag: document.tags })[kind];
      const bearers = [...documents.values()].flatMap(idsOf);
      return [...names[kind]]
        .map(([id, name]) => ({ name, count: bearers.filter((bearer) => bearer === id).length }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => new Intl.Collator('en').compare(a.name, b.name));
    },
    async thumbnail(id, options) {
      await enter('thumbnail', options?.signal);
      return documents.has(id) ? thumbnails.get(id) : undefined;
    },
    link: () => undefined,
  };

  return {
    source,
    archive,
    calls,
    add(given = {}) {
      const id = given.id ?? Math.max(0, ...documents.keys(), ...trashed.keys()) + 1;
      const document = { ...createEmptyDocument(id), modified: given.modified ?? now(), ...given };
      documents.set(id, document);
      return document;
    },
    edit: (id, changes) => put(id, { modified: now(), ...changes }),
    editSilently: put,
    trash(id) {
      trashed.set(id, put(id, {}));
      documents.delete(id);
    },
    restore(id) {
      const document = trashed.get(id);
      if (document === undefined) throw new Error(`the test restores document ${id}, which is not in the trash`);
      trashed.delete(id);
      documents.set(id, { ...document, modified: now() });
    },
    setName(kind, id, name, permissions) {
      names[kind].set(id, name);
      if (permissions !== undefined) namePermissions.set(`${kind} ${id}`, permissions);
    },
    deleteName(kind, id) {
      names[kind].delete(id);
      for (const document of documents.values()) documents.set(document.id, withoutName(document, kind, id));
    },
    setUsers(next) {
      users = next;
    },
    setThumbnail(id, thumbnail) {
      if (thumbnail === undefined) thumbnails.delete(id);
      else thumbnails.set(id, thumbnail);
    },
    onCall(method, nth, action) {
      const planned = actions.get(method) ?? new Map<number, () => void | Promise<void>>();
      actions.set(method, planned.set(calls[method] + nth, action));
    },
    clear() {
      for (const map of [documents, trashed, thumbnails, actions, namePermissions]) map.clear();
      names = createNames();
      users = [];
    },
  };
}

function createEmptyDocument(id: Id): Omit<Document, 'modified'> {
  return {
    id,
    title: `Document ${id}`,
    content: '',
    created: undefined,
    correspondent: undefined,
    documentType: undefined,
    storagePath: undefined,
    tags: [],
    customFields: [],
    notes: [],
    archiveSerialNumber: undefined,
    permissions: { owner: undefined, viewUsers: [], viewGroups: [] },
  };
}

function withoutName(document: Document, kind: NameKind, id: Id): Document {
  const keep = (value: Id | undefined) => (value === id ? undefined : value);
  switch (kind) {
    case 'correspondent':
      return { ...document, correspondent: keep(document.correspondent) };
    case 'document_type':
      return { ...document, documentType: keep(document.documentType) };
    case 'storage_path':
      return { ...document, storagePath: keep(document.storagePath) };
    case 'tag':
      return { ...document, tags: document.tags.filter((tag) => tag !== id) };
    case 'custom_field':
      return { ...document, customFields: document.customFields.filter(({ field }) => field !== id) };
  }
}

/** Undefined = everyone. */
function findUser(asker: Asker, users: readonly MemoryUser[]): MemoryUser | undefined {
  if (asker.kind === 'everyone') return undefined;
  const user = users.find(({ name }) => name === asker.name);
  if (user === undefined) throw new SignInError('This user is not known.', { httpStatus: 403 });
  return user;
}

/** Paperless' rule; all users here hold the right to view documents and names at all. */
function maySee(user: MemoryUser | undefined, { owner, viewUsers, viewGroups }: Permissions): boolean {
  if (user === undefined || user.superuser || owner === undefined || owner === user.id) return true;
  return viewUsers.includes(user.id) || viewGroups.some((group) => user.groups.includes(group));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
