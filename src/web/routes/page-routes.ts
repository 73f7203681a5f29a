import { Hono } from 'hono';
import { parseQuestion } from '../../ask/question.ts';
import type { Asker } from '../../ports.ts';
import { collectAnswer } from '../collect-answer.ts';
import { reportError } from '../error-answer.ts';
import { NAME_LIST_KINDS } from '../name-lists.ts';
import { type PageContent, renderPage } from '../page/render-page.ts';
import { toAskBody } from '../public/ask-form.js';
import { createRequestAbort } from '../request-abort.ts';
import { readFormBody, toShownFilters } from '../request-body.ts';
import type { Turns } from '../turns.ts';
import type { WebDeps } from '../web-deps.ts';
import type { WebEnv } from '../web-env.ts';

/** The page waits no longer than this for names and status: it must show itself, whatever is down. */
const PATIENCE_MS = 250;

type Deps = Pick<WebDeps, 'answers' | 'clock' | 'log' | 'names' | 'readStatus' | 'settings'>;

/** `GET /`: the page. `POST /`: its form without JavaScript, answered by the same page with the answer in it. */
export function createPageRoutes(
  deps: Deps,
  turns: Turns,
  createPatience = () => AbortSignal.timeout(PATIENCE_MS),
): Hono<WebEnv> {
  const route = new Hono<WebEnv>();

  let last: PageContent['status'] = 'unknown';

  const render = async (asker: Asker, content: Pick<PageContent, 'q' | 'filters' | 'result' | 'problem'>) => {
    const around = await readSurroundings(asker, deps, createPatience());
    // What one user sees of the library is none of the next one's business.
    if (asker.kind === 'user') return renderPage({ ...content, ...around });
    if (around.status !== 'unknown') last = around.status;
    return renderPage({ ...content, ...around, status: last });
  };

  route.get('/', async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.html(render(c.get('asker'), { q: '', filters: {} }));
  });

  route.post('/', async (c) => {
    c.header('Cache-Control', 'no-store');
    const form = await readFormBody(c);
    const asker = c.get('asker');
    const abort = createRequestAbort(c.req.raw);
    try {
      const question = { ...parseQuestion(toAskBody(form)), asker };
      const { q, filters = {} } = question;
      const asked = { question, signal: abort.signal, requestId: c.get('requestId') };
      const answer = await collectAnswer(await turns.answer(asked));
      return c.html(render(asker, { q, filters, result: { q, filters, answer } }));
    } catch (error) {
      abort.signal.throwIfAborted();
      const { status, error: problem, retryAfterS } = reportError(error, c.get('requestId'), deps.log);
      if (retryAfterS !== undefined) c.header('Retry-After', String(retryAfterS));
      return c.html(render(asker, { q: form.get('q') ?? '', filters: toShownFilters(form), problem }), status);
    }
  });

  return route;
}

/** What surrounds question and answer, as far as it is at hand by the time `patience` ends. */
async function readSurroundings(asker: Asker, deps: Deps, patience: AbortSignal) {
  const ended = new Promise<undefined>((resolve) => {
    patience.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const soon = <T>(reading: Promise<T>) => {
    const settled = reading.catch((error: unknown) => {
      deps.log.debug({ error }, 'the page does without');
      return undefined;
    });
    return Promise.race([settled, ended]);
  };
  const [found, lists] = await Promise.all([
    soon(readStatusFor(asker, deps, patience).then((status) => ({ status }))),
    Promise.all(NAME_LIST_KINDS.map((kind) => soon(deps.names.read(kind, asker)))),
  ]);
  const names = Object.fromEntries(
    NAME_LIST_KINDS.map((kind, index) => [kind, lists[index]?.names ?? deps.names.last(kind, asker) ?? []]),
  );
  const status = found === undefined ? ('unknown' as const) : found.status;
  return { names, status, staleHours: deps.settings.staleHours, now: deps.clock.now() };
}

/** To a user the library is what they may see of it. */
async function readStatusFor(asker: Asker, { answers, readStatus }: Deps, signal: AbortSignal) {
  const status = await readStatus({ signal });
  if (status === undefined || asker.kind === 'everyone') return status;
  return { ...status, documents: await answers.countDocuments(asker, { signal }) };
}
