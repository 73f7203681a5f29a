import { type Context, Hono } from 'hono';
import type { Id } from '../../../src/model.ts';
import { hasRight, mayChange, mayView } from './access.ts';
import { type Env, empty, FORBIDDEN, json } from './answer.ts';
import { createOwned, type FakeDocument, type FakeName, type NameList } from './objects.ts';
import { paginate } from './paginate.ts';
import { readJsonBody } from './read-json-body.ts';

/** Right, word for messages, and the ids a document bears, of each list of names. */
const LISTS: Readonly<
  Record<NameList, { model: string; label: string; idsOf: (document: FakeDocument) => readonly Id[] }>
> = {
  correspondents: { model: 'correspondent', label: 'Correspondent', idsOf: ({ correspondent }) => one(correspondent) },
  document_types: { model: 'documenttype', label: 'DocumentType', idsOf: (document) => one(document.document_type) },
  storage_paths: { model: 'storagepath', label: 'StoragePath', idsOf: (document) => one(document.storage_path) },
  tags: { model: 'tag', label: 'Tag', idsOf: ({ tags }) => tags },
};

/** Correspondents, document types, storage paths, tags: four lists that behave alike. */
export function createNames(): Hono<Env> {
  const app = new Hono<Env>();
  for (const list of Object.keys(LISTS) as NameList[]) addRoutes(app, list);
  return app;
}

function addRoutes(app: Hono<Env>, list: NameList): void {
  const { model, label } = LISTS[list];

  app.get(`/api/${list}/`, (context) => {
    const { library } = context.get('fake');
    const user = context.get('user');
    if (!hasRight(library, user, `view_${model}`)) return json(context, FORBIDDEN, 403);
    const counts = countDocuments(context, list);
    const rows = [...library.names[list].values()]
      .filter((name) => mayView(user, name) && matchesQuery(name, context.req.query()))
      .sort(compareBy(context.req.query('ordering'), counts));
    const extra = list === 'tags' ? { display_count: rows.length } : {};
    return paginate(context, rows, (name) => toAnswer(context, list, name, counts), extra);
  });

  app.get(`/api/${list}/:id/`, (context) => {
    const name = find(context, 'view');
    if (name instanceof Response) return name;
    const last = list === 'correspondents' ? { last_correspondence: findLastDate(context, name.id) } : {};
    return json(context, { ...toAnswer(context, list, name, countDocuments(context, list)), ...last });
  });

  app.post(`/api/${list}/`, async (context) => {
    const { library } = context.get('fake');
    const user = context.get('user');
    if (!hasRight(library, user, `add_${model}`)) return json(context, FORBIDDEN, 403);
    const body = await readJsonBody(context);
    if (body instanceof Response) return body;
    const { name, path, is_inbox_tag, owner = user.id } = body as Partial<FakeName>;
    if (name === undefined) return json(context, { name: ['This field is required.'] }, 400);
    if ([...library.names[list].values()].some((other) => other.name === name))
      return json(context, { name: [`${model} with this name already exists.`] }, 400);
    const added = library.addName(list, {
      ...createOwned(),
      name,
      owner,
      ...(path === undefined ? {} : { path }),
      ...(is_inbox_tag === undefined ? {} : { is_inbox_tag }),
    });
    return json(context, toAnswer(context, list, added, undefined), 201);
  });

  // Renaming touches no document: neither `modified` nor the search index.
  app.patch(`/api/${list}/:id/`, async (context) => {
    const found = find(context, 'change');
    if (found instanceof Response) return found;
    const body = await readJsonBody(context);
    if (body instanceof Response) return body;
    const { name = found.name, path } = body as Partial<FakeName>;
    Object.assign(found, { name, ...(path === undefined ? {} : { path }) });
    if (path !== undefined) moveFiles(context, found.id);
    return json(context, toAnswer(context, list, found, countDocuments(context, list)));
  });

  app.delete(`/api/${list}/:id/`, (context) => {
    const found = find(context, 'delete');
    if (found instanceof Response) return found;
    context.get('fake').library.deleteName(list, found.id);
    return empty(context, 204);
  });

  function find(context: Context<Env>, verb: 'view' | 'change' | 'delete'): FakeName | Response {
    const { library } = context.get('fake');
    const user = context.get('user');
    if (!hasRight(library, user, `${verb}_${model}`)) return json(context, FORBIDDEN, 403);
    const name = library.names[list].get(Number(context.req.param('id')));
    if (name === undefined || !mayView(user, name))
      return json(context, { detail: `No ${label} matches the given query.` }, 404);
    return verb === 'view' || mayChange(user, name) ? name : json(context, FORBIDDEN, 403);
  }
}

function findLastDate(context: Context<Env>, correspondent: Id): string | null {
  const { documents } = context.get('fake').library;
  const dates = [...documents.values()].flatMap((document) =>
    document.correspondent === correspondent ? (document.created ?? []) : [],
  );
  return dates.sort().at(-1) ?? null;
}

/** Another template moves the files of a storage path, which counts as a change of the documents. */
function moveFiles(context: Context<Env>, path: Id): void {
  const { library } = context.get('fake');
  library.followUp(library.list().flatMap((document) => (document.storage_path === path ? [document.id] : [])));
}

function toAnswer(
  context: Context<Env>,
  list: NameList,
  name: FakeName,
  counts: ReadonlyMap<Id, number> | undefined,
): object {
  return {
    id: name.id,
    slug: toSlug(name.name),
    name: name.name,
    ...(list === 'tags'
      ? {
          color: '#a6cee3',
          text_color: '#000000',
          is_inbox_tag: name.is_inbox_tag ?? false,
          parent: null,
          children: [],
        }
      : {}),
    ...(list === 'storage_paths' ? { path: name.path ?? `${name.name}/{{ title }}` } : {}),
    match: '',
    matching_algorithm: 1,
    is_insensitive: true,
    ...(counts === undefined ? {} : { document_count: counts.get(name.id) ?? 0 }),
    owner: name.owner,
    ...(context.req.query('full_perms') === 'true'
      ? { permissions: { view: name.view, change: name.change } }
      : { user_can_change: mayChange(context.get('user'), name) }),
  };
}

/** Visible documents only. */
function countDocuments(context: Context<Env>, list: NameList): Map<Id, number> {
  const user = context.get('user');
  const counts = new Map<Id, number>();
  for (const document of context.get('fake').library.documents.values()) {
    if (document.deleted_at !== null || !mayView(user, document)) continue;
    for (const id of LISTS[list].idsOf(document)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function matchesQuery(
  name: { readonly id: Id; readonly name: string },
  query: Readonly<Record<string, string>>,
): boolean {
  const { id__in: ids, name__iexact: exact, name__icontains: part } = query;
  if (ids && !ids.split(',').map(Number).includes(name.id)) return false;
  if (exact && name.name.toLowerCase() !== exact.toLowerCase()) return false;
  return !part || name.name.toLowerCase().includes(part.toLowerCase());
}

/** By name in lower case; `id` is none of the orderings Paperless knows here. */
function compareBy(
  ordering: string | undefined,
  counts: ReadonlyMap<Id, number>,
): (a: FakeName, b: FakeName) => number {
  const byName = (a: FakeName, b: FakeName) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1);
  if (ordering === '-document_count') return (a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0) || a.id - b.id;
  return ordering === '-name' ? (a, b) => -byName(a, b) : byName;
}

/** Django's `slugify`. */
function toSlug(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .toLowerCase();
  return ascii
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/[-\s]+/g, '-');
}

function one(id: Id | null): readonly Id[] {
  return id === null ? [] : [id];
}
