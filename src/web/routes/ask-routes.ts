import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { parsePassagesRequest, parseQuestion } from '../../ask/question.ts';
import { collectAnswer } from '../collect-answer.ts';
import { toEventStream } from '../event-stream.ts';
import { EVENT_STREAM_HEADERS } from '../headers.ts';
import { createRequestAbort } from '../request-abort.ts';
import { readJsonBody } from '../request-body.ts';
import { toStreamedEvents } from '../to-streamed-events.ts';
import type { Turns } from '../turns.ts';
import type { WebDeps } from '../web-deps.ts';
import type { WebEnv } from '../web-env.ts';
import { chooseWords } from '../words/choose-words.ts';

/**
 * `POST /api/ask`: the answer as server-sent events, or as one JSON object for those who prefer that.
 * `POST /api/passages`: the ranked passages alone.
 */
export function createAskRoutes(deps: Pick<WebDeps, 'clock' | 'log'>, turns: Turns): Hono<WebEnv> {
  const route = new Hono<WebEnv>();

  route.post('/api/ask', async (c) => {
    const words = chooseWords(c.req.header('Accept-Language'));
    const question = {
      ...parseQuestion(await readJsonBody(c)),
      ...(words && { quotationMarks: words.page.quotationMarks }),
      asker: c.get('asker'),
    };
    const abort = createRequestAbort(c.req.raw);
    const requestId = c.get('requestId');
    const parts = await turns.answer({ question, signal: abort.signal, requestId });
    const wanted = accepts(c, {
      header: 'Accept',
      supports: ['text/event-stream', 'application/json'],
      default: 'text/event-stream',
    });
    if (wanted === 'text/event-stream') {
      const events = toStreamedEvents(parts, { signal: abort.signal, requestId, words, log: deps.log });
      const stream = toEventStream(events, { clock: deps.clock, abandon: () => abort.abort() });
      return c.body(stream, 200, EVENT_STREAM_HEADERS);
    }
    c.header('Cache-Control', 'no-store');
    return c.json(await collectAnswer(parts));
  });

  route.post('/api/passages', async (c) => {
    const { limit, ...request } = parsePassagesRequest(await readJsonBody(c));
    const { signal } = createRequestAbort(c.req.raw);
    c.header('Cache-Control', 'no-store');
    const question = { ...request, asker: c.get('asker') };
    return c.json(await turns.findPassages({ question, signal, requestId: c.get('requestId') }, limit));
  });

  return route;
}
