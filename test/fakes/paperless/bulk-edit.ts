import { Hono } from 'hono';
import type { Id } from '../../../src/model.ts';
import { hasRight, mayChange } from './access.ts';
import { type Env, type FakeContext, json, plain } from './answer.ts';
import { filterDocuments } from './document-filters.ts';
import { listVisible } from './documents.ts';
import type { FakeLibrary } from './library.ts';
import type { FakeDocument, Share } from './objects.ts';
import { readJsonBody } from './read-json-body.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Changes the document at once; true when a follow-up task is to move `modified` and refresh the index. */
type Method = (document: FakeDocument, parameters: Parameters, library: FakeLibrary) => boolean;

const OK = { result: 'OK' };

export function createBulkEdit(): Hono<Env> {
  const app = new Hono<Env>();

  app.post('/api/documents/bulk_edit/', async (context) => {
    const body = await readJsonBody(context);
    if (body instanceof Response) return body;
    const name = String(body.method);
    const method = METHODS[name];
    if (method === undefined) return json(context, { method: [`"${name}" is not a valid choice.`] }, 400);
    const parameters = (body.parameters ?? {}) as Parameters;
    const missing = REQUIRED[name];
    if (missing !== undefined && !(missing in parameters))
      return json(context, { non_field_errors: [`${missing} not specified`] }, 400);
    const documents = body.all === true ? listFiltered(context, body.filters) : findAll(context, body.documents);
    if (documents instanceof Response) return documents;
    const refusal = refuse(context, documents, name === 'delete' ? 'delete_document' : 'change_document');
    return refusal ?? apply(context, documents, method, parameters);
  });

  for (const name of ['reprocess', 'delete'] as const)
    app.post(`/api/documents/${name}/`, async (context) => {
      const body = await readJsonBody(context);
      if (body instanceof Response) return body;
      const documents = findAll(context, body.documents);
      if (documents instanceof Response) return documents;
      const refusal = refuse(context, documents, name === 'delete' ? 'delete_document' : 'change_document');
      return refusal ?? apply(context, documents, METHODS[name] ?? (() => false), {});
    });

  return app;
}

function apply(context: FakeContext, documents: FakeDocument[], method: Method, parameters: Parameters): Response {
  const { library } = context.get('fake');
  const changed = documents.filter((document) => method(document, parameters, library));
  library.followUp(changed.map(({ id }) => id));
  return json(context, OK);
}

const REQUIRED: Readonly<Record<string, string>> = {
  add_tag: 'tag',
  remove_tag: 'tag',
  modify_tags: 'add_tags',
  set_correspondent: 'correspondent',
  set_document_type: 'document_type',
  set_storage_path: 'storage_path',
  modify_custom_fields: 'add_custom_fields',
};

const METHODS: Readonly<Record<string, Method>> = {
  add_tag: (document, { tag }) => {
    if (document.tags.includes(Number(tag))) return false;
    return setTags(document, [...document.tags, Number(tag)]);
  },
  remove_tag: (document, { tag }) =>
    setTags(
      document,
      document.tags.filter((id) => id !== Number(tag)),
    ),
  // Writes the index also with two empty lists.
  modify_tags: (document, { add_tags, remove_tags }) => {
    const removed = new Set(toIds(remove_tags));
    return setTags(
      document,
      [...document.tags, ...toIds(add_tags)].filter((id) => !removed.has(id)),
    );
  },
  set_correspondent: (document, { correspondent }) => set(document, { correspondent: toId(correspondent) }),
  set_document_type: (document, { document_type }) => set(document, { document_type: toId(document_type) }),
  set_storage_path: (document, { storage_path }) => set(document, { storage_path: toId(storage_path) }),
  modify_custom_fields: (document, { add_custom_fields, remove_custom_fields }) => {
    const added = Object.entries(add_custom_fields ?? {}).map(([field, value]) => ({ field: Number(field), value }));
    const gone = new Set([...toIds(remove_custom_fields), ...added.map(({ field }) => field)]);
    return set(document, {
      custom_fields: [...document.custom_fields.filter(({ field }) => !gone.has(field)), ...added],
    });
  },
  // Without an owner, nobody's; `merge` gives one only to what has none.
  set_permissions: (document, { set_permissions, owner = null, merge }) => {
    const { view, change } = set_permissions as { view: Share; change: Share };
    return set(document, { view, change, owner: merge === true ? (document.owner ?? toId(owner)) : toId(owner) });
  },
  delete: ({ id }, _parameters, library) => {
    library.trash(id);
    return false;
  },
  reprocess: ({ id }, _parameters, library) => {
    library.reprocess(id);
    return false;
  },
};

function set(document: FakeDocument, changes: Partial<FakeDocument>): true {
  Object.assign(document, changes);
  return true;
}

function setTags(document: FakeDocument, tags: readonly Id[]): true {
  return set(document, { tags: [...new Set(tags)].sort((a, b) => a - b) });
}

function toIds(value: unknown): Id[] {
  return Array.isArray(value) ? value.map(Number) : [];
}

function toId(value: unknown): Id | null {
  return value === null ? null : Number(value);
}

function listFiltered(context: FakeContext, filters: unknown): FakeDocument[] | Response {
  const query = Object.fromEntries(Object.entries(filters ?? {}).map(([name, value]) => [name, String(value)]));
  const found = filterDocuments(listVisible(context), query, context.get('fake').library);
  return Array.isArray(found) ? found : json(context, found, 400);
}

function findAll(context: FakeContext, ids: unknown): FakeDocument[] | Response {
  const { documents } = context.get('fake').library;
  const found = toIds(ids).flatMap((id) => documents.get(id) ?? []);
  if (found.length === toIds(ids).length && new Set(found).size === found.length) return found;
  return json(context, { documents: ["Some documents in documents don't exist or were specified twice."] }, 400);
}

function refuse(context: FakeContext, documents: readonly FakeDocument[], right: string): Response | undefined {
  const user = context.get('user');
  const isAllowed =
    hasRight(context.get('fake').library, user, right) && documents.every((document) => mayChange(user, document));
  return isAllowed ? undefined : plain(context, 'Insufficient permissions', 403);
}
