import { Hono } from 'hono';
import { hasRight, mayChange, mayView } from './access.ts';
import { crash, type Env, empty, type FakeContext, FORBIDDEN, json, serverError } from './answer.ts';
import { readShape, toAnswer, toVersionAnswer } from './document-answer.ts';
import type { FakeDocument } from './objects.ts';
import { readChanges } from './read-changes.ts';
import { readJsonBody } from './read-json-body.ts';

const MISSING = { detail: 'No Document matches the given query.' };

/** One document: reading it, changing it, putting it into the trash. */
export function createDocumentDetail(): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/api/documents/:id/', (context) => {
    const document = findVisible(context);
    if (document instanceof Response) return document;
    const version = context.req.query('version');
    const shape = readShape(context);
    const answer = toAnswer(document, context.get('user'), context.get('fake').library, shape);
    if (version === undefined || !('content' in answer)) return json(context, answer);
    const content = [document, ...document.versions].find(({ id }) => id === Number(version))?.content;
    return content === undefined ? json(context, { detail: 'Not found.' }, 404) : json(context, { ...answer, content });
  });

  app.patch('/api/documents/:id/', async (context) => {
    const { library } = context.get('fake');
    const document = findChangeable(context, 'change_document');
    if (document instanceof Response) return document;
    const body = await readJsonBody(context);
    if (body instanceof Response) return body;
    const changes = readChanges(body, document, library);
    if ('problem' in changes) return json(context, changes.problem, 400);
    // The database is written before the index: a failing index answers 500 and keeps the change.
    if (library.index.state !== 'ok') Object.assign(document, changes.value, { modified: library.clock.tick() });
    const failure = indexFailure(context);
    if (failure !== undefined) return failure;
    library.edit(document.id, changes.value);
    return json(context, toAnswer(document, context.get('user'), library, readShape(context)));
  });

  app.delete('/api/documents/:id/', (context) => {
    const document = findChangeable(context, 'delete_document');
    if (document instanceof Response) return document;
    const failure = indexFailure(context);
    if (failure !== undefined) return failure;
    context.get('fake').library.trash(document.id);
    return empty(context, 204);
  });

  app.patch('/api/documents/:id/versions/:version/', async (context) => {
    const document = findChangeable(context, 'change_document');
    if (document instanceof Response) return document;
    const version = document.versions.find(({ id }) => id === Number(context.req.param('version')));
    if (version === undefined) return json(context, { detail: 'Not found.' }, 404);
    const body = await readJsonBody(context);
    if (body instanceof Response) return body;
    version.version_label = String(body.version_label ?? '');
    document.modified = context.get('fake').library.clock.tick();
    return json(context, { ...toVersionAnswer(version), is_root: false });
  });

  app.delete('/api/documents/:id/versions/:version/', (context) => {
    const document = findChangeable(context, 'delete_document');
    if (document instanceof Response) return document;
    const version = document.versions.findIndex(({ id }) => id === Number(context.req.param('version')));
    if (version === -1) return json(context, { detail: 'Not found.' }, 404);
    document.versions.splice(version, 1);
    document.modified = context.get('fake').library.clock.tick();
    return empty(context, 204);
  });

  return app;
}

/** What an index that can't be written does to a change. */
function indexFailure(context: FakeContext): Response | undefined {
  const { state } = context.get('fake').library.index;
  if (state === 'ok') return undefined;
  return state === 'broken' ? serverError(context) : crash();
}

/** Missing, trashed, a version, and hidden: one answer. */
function findVisible(context: FakeContext): FakeDocument | Response {
  const { library } = context.get('fake');
  const user = context.get('user');
  if (!hasRight(library, user, 'view_document')) return json(context, FORBIDDEN, 403);
  const id = context.req.param('id') ?? '';
  if (!/^\d+$/.test(id)) return json(context, { detail: 'Not found.' }, 404);
  const document = library.documents.get(Number(id));
  if (document === undefined || document.deleted_at !== null || !mayView(user, document))
    return json(context, MISSING, 404);
  return document;
}

function findChangeable(context: FakeContext, right: string): FakeDocument | Response {
  const user = context.get('user');
  if (!hasRight(context.get('fake').library, user, right)) return json(context, FORBIDDEN, 403);
  const document = findVisible(context);
  if (document instanceof Response || mayChange(user, document)) return document;
  return json(context, FORBIDDEN, 403);
}
