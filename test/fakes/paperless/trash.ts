import { Hono } from 'hono';
import { type Env, json } from './answer.ts';
import { toAnswer } from './document-answer.ts';
import { paginate } from './paginate.ts';
import { readJsonBody } from './read-json-body.ts';

export function createTrash(): Hono<Env> {
  const app = new Hono<Env>();

  // Shows what the user owns and what nobody owns; `fields` has no effect here.
  app.get('/api/trash/', (context) => {
    const { library } = context.get('fake');
    const user = context.get('user');
    const mine = library
      .list()
      .filter(
        ({ deleted_at, owner }) => deleted_at !== null && (user.is_superuser || owner === null || owner === user.id),
      );
    const shape = { fields: undefined, fullPerms: false, truncate: false };
    return paginate(context, mine, (document) => toAnswer(document, user, library, shape));
  });

  app.post('/api/trash/', async (context) => {
    const { library } = context.get('fake');
    const body = await readJsonBody(context);
    if (body instanceof Response) return body;
    const ids = Array.isArray(body.documents) ? body.documents.map(Number) : [];
    const problems = {
      ...(ids.every((id) => library.documents.get(id)?.deleted_at)
        ? {}
        : { documents: ['Some documents in the list have not yet been deleted.'] }),
      ...(['restore', 'empty'].includes(String(body.action))
        ? {}
        : { action: [`"${body.action}" is not a valid choice.`] }),
    };
    if (Object.keys(problems).length > 0) return json(context, problems, 400);
    for (const id of ids) {
      if (body.action === 'restore') library.restore(id);
      else library.documents.delete(id);
    }
    return json(context, { result: 'OK', doc_ids: ids });
  });

  return app;
}
