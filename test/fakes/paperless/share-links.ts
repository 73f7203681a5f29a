import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Id, Instant } from '../../../src/model.ts';
import { hasRight } from './access.ts';
import { type Env, empty, type FakeContext, FORBIDDEN, json } from './answer.ts';
import { paginate } from './paginate.ts';
import { readJsonBody } from './read-json-body.ts';
import { toServerTime } from './time.ts';

export interface FakeShareLink {
  readonly id: Id;
  readonly created: Instant;
  readonly expiration: string | null;
  readonly slug: string;
  readonly document: Id;
  readonly file_version: string;
  readonly owner: Id;
}

export function createShareLinks(): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/api/share_links/', (context) => {
    const { library } = context.get('fake');
    if (!hasRight(library, context.get('user'), 'view_sharelink')) return json(context, FORBIDDEN, 403);
    return paginate(context, listOwn(context), toShareLinkAnswer);
  });

  app.post('/api/share_links/', async (context) => {
    const { library } = context.get('fake');
    const user = context.get('user');
    if (!hasRight(library, user, 'add_sharelink')) return json(context, FORBIDDEN, 403);
    const body = await readJsonBody(context);
    if (body instanceof Response) return body;
    if (!library.documents.has(Number(body.document)))
      return json(context, { document: [`Invalid pk "${body.document}" - object does not exist.`] }, 400);
    const link: FakeShareLink = {
      id: Math.max(0, ...library.shareLinks.keys()) + 1,
      created: library.clock.tick(),
      expiration: typeof body.expiration === 'string' ? body.expiration : null,
      slug: randomBytes(25).toString('hex'),
      document: Number(body.document),
      file_version: String(body.file_version ?? 'archive'),
      owner: user.id,
    };
    library.shareLinks.set(link.id, link);
    return json(context, toShareLinkAnswer(link), 201);
  });

  app.on(['GET', 'DELETE'], '/api/share_links/:id/', (context) => {
    const { library } = context.get('fake');
    const link = listOwn(context).find(({ id }) => id === Number(context.req.param('id')));
    if (link === undefined) return json(context, { detail: 'No ShareLink matches the given query.' }, 404);
    if (context.req.method === 'GET') return json(context, toShareLinkAnswer(link));
    library.shareLinks.delete(link.id);
    return empty(context, 204);
  });

  return app;
}

export function toShareLinkAnswer({ owner: _, created, ...link }: FakeShareLink): object {
  return { ...link, created: toServerTime(created) };
}

function listOwn(context: FakeContext): FakeShareLink[] {
  const user = context.get('user');
  const links = [...context.get('fake').library.shareLinks.values()];
  return links.filter(({ owner }) => user.is_superuser || owner === user.id);
}
