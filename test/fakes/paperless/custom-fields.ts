import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { hasRight, mayView } from './access.ts';
import { type Env, empty, type FakeContext, FORBIDDEN, json } from './answer.ts';
import type { FakeCustomField } from './objects.ts';
import { paginate } from './paginate.ts';
import { readJsonBody } from './read-json-body.ts';

export function createCustomFields(): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/api/custom_fields/', (context) => {
    const { library } = context.get('fake');
    if (!hasRight(library, context.get('user'), 'view_customfield')) return json(context, FORBIDDEN, 403);
    const rows = [...library.customFields.values()].sort((a, b) =>
      a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1,
    );
    return paginate(context, rows, (field) => toAnswer(context, field));
  });

  app.post('/api/custom_fields/', async (context) => {
    const { library } = context.get('fake');
    if (!hasRight(library, context.get('user'), 'add_customfield')) return json(context, FORBIDDEN, 403);
    const body = await readJsonBody(context);
    if (body instanceof Response) return body;
    const { name = '', data_type = 'string', extra_data } = body as Partial<FakeCustomField>;
    const id = Math.max(0, ...library.customFields.keys()) + 1;
    const field = { id, name, data_type, extra_data: withOptionIds(extra_data) };
    library.customFields.set(field.id, field);
    return json(context, field, 201);
  });

  app.on(['GET', 'PATCH'], '/api/custom_fields/:id/', async (context) => {
    const { library } = context.get('fake');
    const isRead = context.req.method === 'GET';
    if (!hasRight(library, context.get('user'), isRead ? 'view_customfield' : 'change_customfield'))
      return json(context, FORBIDDEN, 403);
    const field = library.customFields.get(Number(context.req.param('id')));
    if (field === undefined) return json(context, { detail: 'No CustomField matches the given query.' }, 404);
    if (!isRead) {
      const body = await readJsonBody(context);
      if (body instanceof Response) return body;
      const { name = field.name, extra_data = field.extra_data } = body as Partial<FakeCustomField>;
      Object.assign(field, { name, extra_data: withOptionIds(extra_data) });
    }
    return json(context, toAnswer(context, field));
  });

  app.delete('/api/custom_fields/:id/', (context) => {
    const { library } = context.get('fake');
    if (!hasRight(library, context.get('user'), 'delete_customfield')) return json(context, FORBIDDEN, 403);
    const id = Number(context.req.param('id'));
    if (!library.customFields.delete(id))
      return json(context, { detail: 'No CustomField matches the given query.' }, 404);
    for (const document of library.documents.values())
      document.custom_fields = document.custom_fields.filter(({ field }) => field !== id);
    return empty(context, 204);
  });

  return app;
}

/** New options get an id of their own. */
function withOptionIds(extra: unknown): unknown {
  if (typeof extra !== 'object' || extra === null || !('select_options' in extra)) return extra ?? null;
  const options = extra.select_options as { readonly id?: string; readonly label: string }[];
  const select_options = options.map((option) => ({ id: randomBytes(8).toString('hex'), ...option }));
  return { ...extra, select_options };
}

function toAnswer(context: FakeContext, field: FakeCustomField): object {
  const user = context.get('user');
  const bearers = [...context.get('fake').library.documents.values()].filter(
    (document) =>
      document.deleted_at === null &&
      document.custom_fields.some((value) => value.field === field.id) &&
      mayView(user, document),
  );
  return { ...field, document_count: bearers.length };
}
