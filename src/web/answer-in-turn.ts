import { HTTPException } from 'hono/http-exception';
import type { Question } from '../ask/question.ts';
import { isKnownError } from '../errors.ts';
import type { AnswerEvent } from '../model.ts';
import type { Place, WaitingLine } from './waiting-line.ts';
import type { WebDeps } from './web-deps.ts';

/**
 * Puts a question in the line. Throws at once, before anything can be streamed: `UsageError` for names that don't exist,
 * 429 when the line is full. The parts must be read (or the iterator returned), or the place stays taken; reading
 * throws what answering throws.
 */
export type AskInTurn = (
  question: Question,
  signal: AbortSignal,
  requestId: string,
) => Promise<AsyncGenerator<AnswerEvent, void, undefined>>;

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

async function* answerInTurn(turn: Turn, deps: Deps): AsyncGenerator<AnswerEvent, void, undefined> {
  const { question, place, signal, requestId } = turn;
  const startedAt = deps.clock.now();
  let outcome = 'aborted';
  try {
    if (place.mustWait) {
      yield { type: 'phase', name: 'queued' };
      await place.turn;
    }
    for await (const part of deps.answers.answer(question, { signal })) {
      if (part.type === 'done') outcome = part.outcome;
      yield part;
    }
  } catch (error) {
    if (!signal.aborted) outcome = isKnownError(error) ? error.code : 'internal';
    throw error;
  } finally {
    place.leave();
    const durationMs = Math.round(deps.clock.now() - startedAt);
    deps.log.debug({ request_id: requestId, outcome, duration_ms: durationMs }, 'the question is done with');
  }
}
