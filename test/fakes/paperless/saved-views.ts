import { Hono } from 'hono';
import type { Id } from '../../../src/model.ts';
import { hasRight, mayChange, mayView } from './access.ts';
import { type Env, empty, type FakeContext, FORBIDDEN, json } from './answer.ts';
import { createOwned, type Owned } from './objects.ts';
import { paginate } from './paginate.ts';
import { readJsonBody } from './read-json-body.ts';

export interface FakeSavedView extends Owned {
  readonly id: Id;
  name: string;
  sort_field: string | null;
  sort_reverse: boolean;
  filter_rules: readonly object[];
  page_size: number | null;
  display_mode: string | null;
  display_fields: readonly string[] | null;
}

/** What a body may change; other keys, such as the old `show_on_dashboard`, have no effect. */
const FIELDS = ['name', 'sort_field', 'sort_reverse', 'filter_rules', 'page_size', 'display_mode', 'display_fields'];

export function createSavedViews(): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/api/saved_views/', (context) => {
    const { library } = context.get('fake');
    const user = context.get('user');
    if (!hasRight(library, user, 'view_savedview')) return json(context, FORBIDDEN, 403);
    const rows = [...library.savedViews.values()].filter((view) => mayView(user, view));
    return paginate(context, rows, (view) => toAnswer(context, view));
  });

  app.post('/api/saved_views/', async (context) => {
    const { library } = context.get('fake');
    const user = context.get('user');
    if (!hasRight(library, user, 'add_savedview')) return json(context, FORBIDDEN, 403);
    const body = await readJsonBody(context);
    if (body instanceof Response) return body;
    const missing = ['name', 'filter_rules'].filter((name) => body[name] === undefined);
    if (missing.length > 0)
      return json(context, Object.fromEntries(missing.map((name) => [name, ['This field is required.']])), 400);
    const view: FakeSavedView = {
      ...createOwned(),
      id: Math.max(0, ...library.savedViews.keys()) + 1,
      name: '',
      sort_field: null,
      sort_reverse: false,
      filter_rules: [],
      page_size: null,
      display_mode: null,
      display_fields: null,
      owner: user.id,
      ...pick(body),
    };
    library.savedViews.set(view.id, view);
    return json(context, toAnswer(context, view), 201);
  });

  app.get('/api/saved_views/:id/', (context) => {
    const view = find(context, 'view');
    return view instanceof Response ? view : json(context, toAnswer(context, view));
  });

  app.patch('/api/saved_views/:id/', async (context) => {
    const view = find(context, 'change');
    if (view instanceof Response) return view;
    const body = await readJsonBody(context);
    if (body instanceof Response) return body;
    return json(context, toAnswer(context, Object.assign(view, pick(body))));
  });

  app.delete('/api/saved_views/:id/', (context) => {
    const view = find(context, 'delete');
    if (view instanceof Response) return view;
    context.get('fake').library.savedViews.delete(view.id);
    return empty(context, 204);
  });

  return app;
}

function find(context: FakeContext, verb: 'view' | 'change' | 'delete'): FakeSavedView | Response {
  const { library } = context.get('fake');
  const user = context.get('user');
  if (!hasRight(library, user, `${verb}_savedview`)) return json(context, FORBIDDEN, 403);
  const view = library.savedViews.get(Number(context.req.param('id')));
  if (view === undefined || !mayView(user, view))
    return json(context, { detail: 'No SavedView matches the given query.' }, 404);
  return verb === 'view' || mayChange(user, view) ? view : json(context, FORBIDDEN, 403);
}

function pick(body: Readonly<Record<string, unknown>>): Partial<FakeSavedView> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => FIELDS.includes(name) || name === 'owner'));
}

function toAnswer(context: FakeContext, view: FakeSavedView): object {
  const fields = FIELDS.map((name) => [name, view[name as keyof FakeSavedView]]);
  return {
    id: view.id,
    ...Object.fromEntries(fields),
    owner: view.owner,
    ...(context.req.query('full_perms') === 'true'
      ? { permissions: { view: view.view, change: view.change } }
      : { user_can_change: mayChange(context.get('user'), view) }),
  };
}
