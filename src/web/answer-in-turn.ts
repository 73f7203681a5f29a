import { HTTPException } from 'hono/http-exception';
import type { Question } from '../ask/question.ts';
import { reportError } from './error-answer.ts';
import type { StreamedEvent } from './event-stream.ts';
import type { Place, WaitingLine } from './waiting-line.ts';
import type { WebDeps } from './web-deps.ts';

/**
 * Puts a question in the line. Throws before anything is streamed: `UsageError` for names that don't exist, 429 when
 * the line is full. The events never throw: a failure is the last event, an abort just ends them. They must be read
 * (or the iterator returned), or the place stays taken.
 */
export type AskInTurn = (
  question: Question,
  signal: AbortSignal,
  requestId: string,
) => Promise<AsyncGenerator<StreamedEvent, void, undefined>>;

type Deps = Pick<WebDeps, 'answers' | 'clock' | 'log'>;

export function createAskInTurn(line: WaitingLine, deps: Deps): AskInTurn {
  return async (question, signal, requestId) => {
    if (question.filters !== undefined) await deps.answers.checkFilters(question.filters, { signal });
    const place = line.enter(signal);
    if (place === undefined)
      throw new HTTPException(429, { message: 'Too many questions at once: try again shortly.' });
    return answerInTurn({ question, place, signal, requestId }, deps);
  };
}

interface Turn {
  readonly question: Question;
  readonly place: Place;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

async function* answerInTurn(turn: Turn, deps: Deps): AsyncGenerator<StreamedEvent, void, undefined> {
  const { question, place, signal, requestId } = turn;
  const startedAt = deps.clock.now();
  let outcome = 'aborted';
  try {
    if (place.mustWait) {
      yield { type: 'phase', name: 'queued' };
      await place.turn;
    }
    for await (const event of deps.answers.answer(question, { signal })) {
      if (event.type === 'error') {
        outcome = event.error.code;
        yield { type: 'error', error: { ...event.error, request_id: requestId } };
        return;
      }
      if (event.type === 'done') outcome = event.outcome;
      yield event;
    }
  } catch (error) {
    if (signal.aborted) return;
    const { error: body } = reportError(error, requestId, deps.log);
    outcome = body.code;
    yield { type: 'error', error: body };
  } finally {
    place.leave();
    const durationMs = Math.round(deps.clock.now() - startedAt);
    deps.log.debug({ request_id: requestId, outcome, duration_ms: durationMs }, 'the question is done with');
  }
}
