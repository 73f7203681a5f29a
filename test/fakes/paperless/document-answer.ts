import { mayChange } from './access.ts';
import type { FakeContext } from './answer.ts';
import type { FakeLibrary } from './library.ts';
import { contentOf, type FakeDocument, type FakeUser } from './objects.ts';
import { toServerTime, toUtcTime } from './time.ts';

export interface AnswerShape {
  /** Only these, as far as they exist. */
  readonly fields: readonly string[] | undefined;
  readonly fullPerms: boolean;
  readonly truncate: boolean;
}

/** `fields`, `full_perms` and `truncate_content` of a request. Answers to writes always carry the permissions. */
export function readShape(context: FakeContext): AnswerShape {
  const isTrue = (name: string) => ['true', '1'].includes((context.req.query(name) ?? '').toLowerCase());
  return {
    fields: context.req.query('fields')?.split(','),
    fullPerms: isTrue('full_perms') || !['GET', 'HEAD'].includes(context.req.method),
    truncate: isTrue('truncate_content'),
  };
}

/** A document as Paperless lists and shows it. */
export function toAnswer(document: FakeDocument, user: FakeUser, library: FakeLibrary, shape: AnswerShape): object {
  const { fields } = shape;
  if (fields === undefined)
    return Object.fromEntries(Object.entries(PARTS).flatMap(([name, part]) => take(name, part)));
  return Object.fromEntries(fields.flatMap((name) => (PARTS[name] === undefined ? [] : take(name, PARTS[name]))));

  function take(name: string, part: Part): [string, unknown][] {
    const value = part(document, user, library, shape);
    return value === undefined ? [] : [[name, value]];
  }
}

type Part = (document: FakeDocument, user: FakeUser, library: FakeLibrary, shape: AnswerShape) => unknown;

const PARTS: Readonly<Record<string, Part>> = {
  id: ({ id }) => id,
  correspondent: ({ correspondent }) => correspondent,
  document_type: (document) => document.document_type,
  storage_path: (document) => document.storage_path,
  title: ({ title }) => title,
  content: (document, _user, _library, { truncate }) =>
    truncate ? contentOf(document).slice(0, 550) : contentOf(document),
  tags: ({ tags }, _user, { names }) => sortByName(tags, names.tags),
  created: ({ created }) => created,
  created_date: ({ created }) => created,
  modified: ({ modified }) => toServerTime(modified),
  added: ({ added }) => toServerTime(added),
  deleted_at: (document) => (document.deleted_at === null ? null : toServerTime(document.deleted_at)),
  archive_serial_number: (document) => document.archive_serial_number,
  original_file_name: (document) => document.original_file_name,
  archived_file_name: (document, _user, { names }) => {
    if (document.archived_file_name === null) return null;
    const sender = document.correspondent === null ? [] : [names.correspondents.get(document.correspondent)?.name];
    return `${[document.created, ...sender, document.title].join(' ')}.pdf`;
  },
  duplicate_documents: () => [],
  owner: ({ owner }) => owner,
  user_can_change: (document, user, _library, { fullPerms }) => (fullPerms ? undefined : mayChange(user, document)),
  is_shared_by_requester: (document, user, _library, { fullPerms }) =>
    fullPerms ? undefined : document.owner === user.id && document.view.users.length + document.view.groups.length > 0,
  permissions: ({ view, change }, _user, _library, { fullPerms }) => (fullPerms ? { view, change } : undefined),
  notes: ({ notes }, _user, library) => notes.map((note) => toNoteAnswer(note, library)),
  custom_fields: (document) => document.custom_fields.map(({ field, value }) => ({ value, field })),
  page_count: (document) => document.page_count,
  mime_type: (document) => document.mime_type,
  root_document: () => null,
  versions: (document) => [
    ...document.versions.toReversed().map((version) => ({ ...toVersionAnswer(version), is_root: false })),
    { ...toVersionAnswer({ ...document, version_label: null }), is_root: true },
  ],
};

function sortByName(ids: readonly number[], names: ReadonlyMap<number, { readonly name: string }>): readonly number[] {
  if (ids.length < 2) return ids;
  const nameOf = (id: number) => names.get(id)?.name.toLowerCase() ?? '';
  return ids.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

export function toNoteAnswer(note: FakeDocument['notes'][number], { users }: FakeLibrary): object {
  const user = users.get(note.user);
  return {
    id: note.id,
    note: note.note,
    created: toServerTime(note.created),
    user: { id: note.user, username: user?.username ?? '', first_name: user?.first_name ?? '', last_name: '' },
  };
}

export function toVersionAnswer(version: {
  readonly id: number;
  readonly added: string;
  readonly version_label: string | null;
  readonly checksum: string;
}): object {
  const { id, added, version_label, checksum } = version;
  return { id, added: toUtcTime(added), version_label, checksum };
}
