import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { NotFoundError } from '../../errors.ts';
import type { FilterKind } from '../../model.ts';
import { CHECKED_EACH_TIME, PRIVATE_FOR_AN_HOUR } from '../headers.ts';
import { createRequestAbort } from '../request-abort.ts';
import type { WebDeps } from '../web-deps.ts';
import type { WebEnv } from '../web-env.ts';

const NAME_ROUTES: readonly (readonly [path: string, kind: FilterKind])[] = [
  ['/api/correspondents', 'correspondent'],
  ['/api/tags', 'tag'],
  ['/api/document_types', 'document_type'],
];

/** What the page shows of the library: names to narrow by, passages in their context, thumbnails. */
export function createLibraryRoutes(deps: Pick<WebDeps, 'answers' | 'archive' | 'names'>): Hono<WebEnv> {
  const route = new Hono<WebEnv>();

  for (const [path, kind] of NAME_ROUTES) {
    route.get(path, async (c) => {
      const list = await deps.names.read(kind, c.get('asker'));
      c.header('Cache-Control', 'no-store');
      if (list.isStale) c.header('X-Stale', 'true');
      return c.json(list.names);
    });
  }

  route.get('/api/sources/:passage', async (c) => {
    const { signal } = createRequestAbort(c.req.raw);
    c.header('Cache-Control', 'no-store');
    return c.json(await deps.answers.readSource(c.req.param('passage'), c.get('asker'), { signal }));
  });

  route.get('/api/documents/:id{[0-9]{1,15}}/thumb', etag(), async (c) => {
    const id = Number(c.req.param('id'));
    const asker = c.get('asker');
    const { signal } = createRequestAbort(c.req.raw);
    const visible = await deps.archive.visible([id], asker, { signal });
    if (!visible.has(id)) throw new NotFoundError('There is no such document.');
    const thumbnail = await deps.archive.thumbnail(id, { signal });
    c.header('Cache-Control', asker.kind === 'user' ? CHECKED_EACH_TIME : PRIVATE_FOR_AN_HOUR);
    // The document is there, a picture of it is not: no error, nothing to show.
    if (thumbnail === undefined) return c.body(null, 204);
    return c.body(Uint8Array.from(thumbnail.bytes), 200, { 'Content-Type': thumbnail.type });
  });

  return route;
}
