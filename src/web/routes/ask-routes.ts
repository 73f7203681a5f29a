import { Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { parsePassagesRequest, parseQuestion } from '../../ask/question.ts';
import type { AskInTurn } from '../answer-in-turn.ts';
import { collectAnswer } from '../collect-answer.ts';
import { toEventStream } from '../event-stream.ts';
import { EVENT_STREAM_HEADERS } from '../headers.ts';
import { createRequestAbort } from '../request-abort.ts';
import { readJsonBody } from '../request-body.ts';
import { toStreamedEvents } from '../to-streamed-events.ts';
import type { WebDeps } from '../web-deps.ts';
import { EVERYONE, type WebEnv } from '../web-env.ts';

/**
 * `POST /api/ask`: the answer as server-sent events, or as one JSON object for those who prefer that.
 * `POST /api/passages`: the ranked passages alone.
 */
export function createAskRoutes(deps: Pick<WebDeps, 'answers' | 'clock' | 'log'>, askInTurn: AskInTurn): Hono<WebEnv> {
  const route = new Hono<WebEnv>();

  route.post('/api/ask', async (c) => {
    const question = { ...parseQuestion(await readJsonBody(c)), asker: EVERYONE };
    const abort = createRequestAbort(c.req.raw);
    const requestId = c.get('requestId');
    const parts = await askInTurn(question, abort.signal, requestId);
    const wanted = accepts(c, {
      header: 'Accept',
      supports: ['text/event-stream', 'application/json'],
      default: 'text/event-stream',
    });
    if (wanted === 'text/event-stream') {
      const events = toStreamedEvents(parts, { signal: abort.signal, requestId, log: deps.log });
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
    return c.json(await deps.answers.findPassages({ ...request, asker: EVERYONE }, limit, { signal }));
  });

  return route;
}
