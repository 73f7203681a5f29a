import { createInterface } from 'node:readline';
import type { Turn } from '../ask/question.ts';
import { isAbort, isKnownError, UsageError } from '../errors.ts';
import type { AnswerEvent } from '../model.ts';
import { writeAnswer } from './answer-text.ts';
import { cleanLine } from './clean-text.ts';
import type { Output } from './output.ts';

export interface ChatSurroundings {
  /** One question a line. At a terminal people are prompted, and may go on after an error. */
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: Output;
  readonly stderr: NodeJS.WritableStream;
  readonly hasModel: boolean;
  readonly signal: AbortSignal;
}

type Ask = (q: string, history: readonly Turn[], options: { signal: AbortSignal }) => AsyncIterable<AnswerEvent>;

const PROMPT = '\n> ';
const GUIDE = 'Type a question. /new begins anew, an empty line or Ctrl+D ends.';

/** More than a model reads, less than a question may bring along. */
const KEPT_TURNS = 20;

/**
 * A conversation: each answer is part of the next question's history, which `/new` forgets. At a terminal Ctrl-C ends
 * the answer, then the conversation, as an empty line does, and an error only costs its answer; read from elsewhere it
 * ends with the first error, which is thrown (`UsageError` for another word behind a slash).
 */
export async function runChat(ask: Ask, surroundings: ChatSurroundings): Promise<void> {
  const { input, output, stderr, hasModel, signal } = surroundings;
  const isTerminal = input.isTTY === true;
  const lines = createInterface({ input, terminal: isTerminal, ...(isTerminal && { output: stderr }), prompt: PROMPT });
  const close = () => lines.close();
  signal.addEventListener('abort', close, { once: true });
  let answering: AbortController | undefined;
  lines.on('SIGINT', () => (answering === undefined ? close() : answering.abort()));
  const history: Turn[] = [];
  try {
    if (isTerminal) {
      stderr.write(`${GUIDE}\n`);
      lines.prompt();
    }
    for await (const line of lines) {
      const q = line.trim();
      if (isTerminal && q === '') break;
      answering = new AbortController();
      try {
        if (q === '/new') history.length = 0;
        else if (/^\/\S*$/.test(q)) throw new UsageError(`there is no ${cleanLine(q)}. ${GUIDE}`);
        else if (q !== '') {
          const turn = { q, answer: '' };
          const events = ask(q, history, { signal: AbortSignal.any([signal, answering.signal]) });
          await writeAnswer(output, keepText(events, turn), hasModel);
          history.push(turn);
          if (history.length > KEPT_TURNS) history.shift();
        }
      } catch (error) {
        const isStopped = isAbort(error) && answering.signal.aborted;
        if (!isTerminal || signal.aborted || !(isStopped || isKnownError(error))) throw error;
        output.line();
        if (isKnownError(error)) stderr.write(`${error.message}\n`);
      }
      answering = undefined;
      if (isTerminal) lines.prompt();
    }
  } finally {
    close();
    signal.removeEventListener('abort', close);
  }
  signal.throwIfAborted();
}

async function* keepText(events: AsyncIterable<AnswerEvent>, turn: { answer: string }): AsyncGenerator<AnswerEvent> {
  for await (const event of events) {
    if (event.type === 'token') turn.answer += event.text;
    yield event;
  }
}
