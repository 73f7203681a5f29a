import { Hono } from 'hono';
import { parseQuestion } from '../../ask/question.ts';
import type { Asker } from '../../ports.ts';
import { collectAnswer } from '../collect-answer.ts';
import { reportError } from '../error-answer.ts';
import { createExamples } from '../examples.ts';
import { localizeError } from '../localize.ts';
import { type PageContent, renderPage } from '../page/render-page.ts';
import { toStatusParts } from '../page/to-status-parts.ts';
import { toAskBody } from '../public/ask-form.js';
import { readStatusFor, readSurroundings } from '../read-surroundings.ts';
import { createRequestAbort } from '../request-abort.ts';
import { readFormBody, toShownFilters } from '../request-body.ts';
import type { Turns } from '../turns.ts';
import type { WebDeps } from '../web-deps.ts';
import type { WebEnv } from '../web-env.ts';
import { chooseWords } from '../words/choose-words.ts';
import { en, type Words } from '../words/en.ts';

/** The page waits no longer than this for names and status: it must show itself, whatever is down. */
const PATIENCE_MS = 250;

type Deps = Pick<WebDeps, 'answers' | 'clock' | 'log' | 'names' | 'readStatus' | 'settings'>;

/**
 * `GET /`: the page, in the language the browser prefers. `POST /`: its form without JavaScript, answered by the same page
 * with the answer in it. `GET /api/status`: the page's last line, as it is now.
 */
export function createPageRoutes(
  deps: Deps,
  turns: Turns,
  createPatience = () => AbortSignal.timeout(PATIENCE_MS),
): Hono<WebEnv> {
  const route = new Hono<WebEnv>();
  const examples = createExamples(deps);

  let last: PageContent['status'] = 'unknown';

  const render = async (
    asker: Asker,
    words: Words,
    content: Pick<PageContent, 'q' | 'filters' | 'result' | 'problem'>,
  ) => {
    const around = await readSurroundings(asker, words, { ...deps, examples }, createPatience());
    const page = { ...content, ...around, words };
    // What one user sees of the library is none of the next one's business.
    if (asker.kind === 'user') return renderPage(page);
    if (around.status !== 'unknown') last = around.status;
    return renderPage({ ...page, status: last });
  };

  route.use('/', async (c, next) => {
    c.header('Cache-Control', 'no-store');
    c.header('Vary', 'Accept-Language');
    await next();
  });

  route.get('/', async (c) => {
    const words = chooseWords(c.req.header('Accept-Language')) ?? en;
    return c.html(render(c.get('asker'), words, { q: '', filters: {} }));
  });

  route.post('/', async (c) => {
    const words = chooseWords(c.req.header('Accept-Language')) ?? en;
    const form = await readFormBody(c);
    const asker = c.get('asker');
    const abort = createRequestAbort(c.req.raw);
    try {
      const question = { ...parseQuestion(toAskBody(form)), quotationMarks: words.page.quotationMarks, asker };
      const { q, filters = {}, history = [] } = question;
      const asked = { question, signal: abort.signal, requestId: c.get('requestId') };
      const answer = await collectAnswer(await turns.answer(asked));
      return c.html(render(asker, words, { q, filters, result: { q, filters, history, answer } }));
    } catch (error) {
      abort.signal.throwIfAborted();
      const { status, error: problem, retryAfterS } = reportError(error, c.get('requestId'), deps.log);
      if (retryAfterS !== undefined) c.header('Retry-After', String(retryAfterS));
      const asked = { q: form.get('q') ?? '', filters: toShownFilters(form) };
      return c.html(render(asker, words, { ...asked, problem: localizeError(problem, words) }), status);
    }
  });

  route.get('/api/status', async (c) => {
    c.header('Cache-Control', 'no-store');
    const status = await readStatusFor(c.get('asker'), deps, createRequestAbort(c.req.raw).signal);
    const words = chooseWords(c.req.header('Accept-Language')) ?? en;
    return c.json(toStatusParts(status, words, { staleHours: deps.settings.staleHours, now: deps.clock.now() }));
  });

  return route;
}
