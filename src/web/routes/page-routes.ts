import { Hono } from 'hono';
import { parseQuestion } from '../../ask/question.ts';
import type { AskInTurn } from '../answer-in-turn.ts';
import { collectAnswer } from '../collect-answer.ts';
import { reportError } from '../error-answer.ts';
import { NAME_LIST_KINDS } from '../name-lists.ts';
import { type PageContent, renderPage } from '../page/render-page.ts';
import { toAskBody } from '../public/ask-form.js';
import { createRequestAbort } from '../request-abort.ts';
import { readFormBody, toShownFilters } from '../request-body.ts';
import type { WebDeps } from '../web-deps.ts';
import { EVERYONE, type WebEnv } from '../web-env.ts';

/** The page waits no longer than this for names and status: it must show itself, whatever is down. */
const PATIENCE_MS = 250;

type Deps = Pick<WebDeps, 'clock' | 'log' | 'names' | 'readStatus' | 'settings'>;

/** `GET /`: the page. `POST /`: its form without JavaScript, answered by the same page with the answer in it. */
export function createPageRoutes(
  deps: Deps,
  askInTurn: AskInTurn,
  createPatience = () => AbortSignal.timeout(PATIENCE_MS),
): Hono<WebEnv> {
  const route = new Hono<WebEnv>();

  let last: PageContent['status'] = 'unknown';

  const render = async (content: Pick<PageContent, 'q' | 'filters' | 'result' | 'problem'>) => {
    const around = await readSurroundings(deps, createPatience());
    if (around.status !== 'unknown') last = around.status;
    return renderPage({ ...content, ...around, status: last });
  };

  route.get('/', async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.html(render({ q: '', filters: {} }));
  });

  route.post('/', async (c) => {
    c.header('Cache-Control', 'no-store');
    const form = await readFormBody(c);
    const abort = createRequestAbort(c.req.raw);
    try {
      const question = { ...parseQuestion(toAskBody(form)), asker: EVERYONE };
      const { q, filters = {} } = question;
      const answer = await collectAnswer(await askInTurn(question, abort.signal, c.get('requestId')));
      return c.html(render({ q, filters, result: { q, filters, answer } }));
    } catch (error) {
      abort.signal.throwIfAborted();
      const { status, error: problem, retryAfterS } = reportError(error, c.get('requestId'), deps.log);
      if (retryAfterS !== undefined) c.header('Retry-After', String(retryAfterS));
      return c.html(render({ q: form.get('q') ?? '', filters: toShownFilters(form), problem }), status);
    }
  });

  return route;
}

/** What surrounds question and answer, as far as it is at hand by the time `patience` ends. */
async function readSurroundings(deps: Deps, patience: AbortSignal) {
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
  const [found] = await Promise.all([
    soon(deps.readStatus({ signal: patience }).then((status) => ({ status }))),
    ...NAME_LIST_KINDS.map((kind) => soon(deps.names.read(kind))),
  ]);
  const names = Object.fromEntries(NAME_LIST_KINDS.map((kind) => [kind, deps.names.last(kind) ?? []]));
  const status = found === undefined ? ('unknown' as const) : found.status;
  return { names, status, staleHours: deps.settings.staleHours, now: deps.clock.now() };
}
