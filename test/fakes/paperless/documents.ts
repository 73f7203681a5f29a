import { Hono } from 'hono';
import { hasRight, mayView } from './access.ts';
import { type Env, type FakeContext, FORBIDDEN, json } from './answer.ts';
import { readShape, toAnswer } from './document-answer.ts';
import { filterDocuments } from './document-filters.ts';
import type { FakeDocument } from './objects.ts';
import { orderDocuments } from './order-documents.ts';
import { paginate } from './paginate.ts';
import { isSearch, searchDocuments, toSearchHit } from './search-documents.ts';

/** `GET /api/documents/`: the list, and the search in it. */
export function createDocumentList(): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/api/documents/', (context) => {
    const { library } = context.get('fake');
    const user = context.get('user');
    if (!hasRight(library, user, 'view_document')) return json(context, FORBIDDEN, 403);
    const visible = listVisible(context);
    const found = filterDocuments(visible, context.req.query(), library);
    if (!Array.isArray(found)) return json(context, found, 400);
    const shape = readShape(context);
    if (!isSearch(context)) {
      const ordered = orderDocuments(found, context.req.query('ordering'), library);
      return paginate(context, ordered, (document) => toAnswer(document, user, library, shape));
    }
    const hits = searchDocuments(context, found);
    if (hits instanceof Response) return hits;
    return paginate(
      context,
      orderHits(context, hits),
      (hit, index) => ({
        ...toAnswer(hit.document, user, library, shape),
        __search_hit__: toSearchHit(hit, index),
      }),
      { corrected_query: null },
    );
  });
  return app;
}

/** What the user may see, ascending by id. */
export function listVisible(context: FakeContext): FakeDocument[] {
  const user = context.get('user');
  const { library } = context.get('fake');
  return library.list().filter((document) => document.deleted_at === null && mayView(user, document));
}

function orderHits<T extends { readonly document: FakeDocument }>(
  context: FakeContext,
  hits: readonly T[],
): readonly T[] {
  const ordering = context.req.query('ordering');
  if (ordering === undefined || ordering.endsWith('score')) return hits;
  const byDocument = new Map(hits.map((hit) => [hit.document, hit]));
  const ordered = orderDocuments([...byDocument.keys()], ordering, context.get('fake').library);
  return ordered.flatMap((document) => byDocument.get(document) ?? []);
}
