import { HTTPException } from 'hono/http-exception';
import type { FoundPassages } from '../ask/passages.ts';
import type { Question } from '../ask/question.ts';
import { isKnownError } from '../errors.ts';
import type { AnswerEvent } from '../model.ts';
import type { Metrics, QuestionKind } from './metrics.ts';
import type { Place, WaitingLine } from './waiting-line.ts';
import type { WebDeps } from './web-deps.ts';

/** One question, from the line to its end. */
export interface Asked {
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/**
 * Puts questions in the line. Both throw at once, before anything can be streamed: `UsageError` for names that don't
 * exist, 429 when the line is full.
 */
export interface Turns {
  /** The parts must be read (or the iterator returned), or the place stays taken; reading throws what answering throws. */
  answer(asked: Asked): Promise<AsyncGenerator<AnswerEvent, void, undefined>>;
  findPassages(asked: Asked, limit: number | undefined): Promise<FoundPassages>;
}

type Deps = Pick<WebDeps, 'answers' | 'clock' | 'log'> & { readonly metrics: Metrics };

export function createTurns(line: WaitingLine, deps: Deps): Turns {
  const enter = async (kind: QuestionKind, asked: Asked): Promise<Turn> => {
    const { question, signal } = asked;
    if (question.filters !== undefined) await deps.answers.checkFilters(question, { signal });
    const place = line.enter(signal);
    if (place !== undefined) return createTurn(kind, asked, place, deps);
    deps.metrics.countQuestion(kind, 'busy');
    throw new HTTPException(429, { message: 'Too many questions at once: try again shortly.' });
  };

  return {
    answer: async (asked) => answerInTurn(await enter('answer', asked), asked, deps),
    async findPassages(asked, limit) {
      const turn = await enter('passages', asked);
      try {
        await turn.begin();
        const found = await deps.answers.findPassages(asked.question, limit, { signal: asked.signal });
        turn.outcome = found.hits.length > 0 ? 'found' : 'not_found';
        return found;
      } catch (error) {
        turn.fail(error);
        throw error;
      } finally {
        turn.end();
      }
    },
  };
}

async function* answerInTurn(turn: Turn, { question, signal }: Asked, { answers, metrics }: Deps) {
  try {
    if (turn.mustWait) yield { type: 'phase', name: 'queued' } as const;
    await turn.begin();
    for await (const part of answers.answer(question, { signal })) {
      if (part.type === 'done') {
        turn.outcome = part.outcome;
        for (const [name, ms] of Object.entries(part.timings)) metrics.observe(name.replace(/_ms$/, ''), ms);
      }
      yield part;
    }
  } catch (error) {
    turn.fail(error);
    throw error;
  } finally {
    turn.end();
  }
}

/** A place in the line whose owner tells how it ended. */
interface Turn {
  readonly mustWait: boolean;
  outcome: string;
  begin(): Promise<void>;
  fail(error: unknown): void;
  end(): void;
}

function createTurn(kind: QuestionKind, { signal, requestId }: Asked, place: Place, deps: Deps): Turn {
  const enteredAt = deps.clock.now();
  return {
    mustWait: place.mustWait,
    outcome: 'aborted',
    async begin() {
      await place.turn;
      deps.metrics.observe('queued', deps.clock.now() - enteredAt);
    },
    fail(error) {
      if (!signal.aborted) this.outcome = isKnownError(error) ? error.code : 'internal';
    },
    end() {
      place.leave();
      const { outcome } = this;
      deps.metrics.countQuestion(kind, outcome);
      const durationMs = Math.round(deps.clock.now() - enteredAt);
      deps.log.debug({ request_id: requestId, outcome, duration_ms: durationMs }, 'the question is done with');
    },
  };
}
