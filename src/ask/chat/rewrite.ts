import { isKnownError } from '../../errors.ts';
import type { CallOptions, ChatMessage, ChatModel } from '../../ports.ts';
import type { AskDeps } from '../deps.ts';
import type { Turn } from '../question.ts';
import { type Calibration, measureChars } from './calibration.ts';
import { createThinkCleaner } from './think-cleaner.ts';

/** Longer texts are an answer or a confusion, no question. */
const LONGEST_CHARS = 300;
/** The question, and what models like to say around it. */
const MOST_TEXT_CHARS = 2_000;
/** Some models find no end, in thinking or in repeating themselves. */
const MOST_RECEIVED_CHARS = 100_000;
/** What of the conversation is needed to know what "it" is. */
const TURNS = 3;
const ANSWER_CHARS = 400;
const CONTEXT_SHARE = 0.5;

const SYSTEM = `You rewrite the last question of a conversation so that it can be understood without the conversation.
Put in what words like "it", "that one" or "the year before" stand for. Keep names, numbers and dates as they are, and work out relative years.
Keep the language of the last question. Don't answer it. If it needs nothing, repeat it as it is.
Write only the question, on one line.`;

/**
 * The question as it would be asked without the turns before it, in its own language. Undefined when the model is not
 * reached, or writes what can't be a question. Rejects on abort.
 */
export async function rewriteQuestion(
  question: string,
  history: readonly Turn[],
  model: ChatModel,
  calibration: Calibration,
  deps: Pick<AskDeps, 'log'>,
  options: CallOptions,
): Promise<string | undefined> {
  const cleaner = createThinkCleaner(calibration);
  let text = '';
  try {
    const budget = model.contextTokens * calibration.charsPerToken * CONTEXT_SHARE;
    let received = 0;
    for await (const chunk of model.stream(buildMessages(question, history, budget), options)) {
      if (chunk.type === 'end') continue;
      text += cleaner.push(chunk.text);
      received += chunk.text.length;
      if (text.length > MOST_TEXT_CHARS || received > MOST_RECEIVED_CHARS) break;
    }
    return toQuestion(text + cleaner.end());
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!isKnownError(error)) throw error;
    // The cause may repeat the prompt.
    const fields = { code: error.code, reason: error.message };
    deps.log.warn(fields, 'the follow-up could not be rewritten, it is searched with the question before it');
    return undefined;
  }
}

function buildMessages(question: string, history: readonly Turn[], budget: number): ChatMessage[] {
  const turns = history
    .slice(-TURNS)
    .map(({ q, answer }) => `Question: ${q}\nAnswer: ${answer.slice(0, ANSWER_CHARS)}`);
  while (turns.length > 1 && measureChars(turns.join('\n\n')) > budget) turns.shift();
  const conversation = turns
    .join('\n\n')
    .slice(-Math.max(ANSWER_CHARS, Math.floor(budget)))
    .toWellFormed();
  return [
    { role: 'system', content: SYSTEM },
    {
      role: 'user',
      content: `The conversation so far:\n${conversation}\n\nThe last question: ${question}\n\nThe same, to be understood alone:`,
    },
  ];
}

/** The first line, without the label and the quotation marks that models like to add. */
function toQuestion(text: string): string | undefined {
  const line = text
    .split('\n')
    .map((one) => one.trim())
    .find((one) => one !== '');
  const bare = line
    ?.replace(/^[*_]*(?:(?:rewritten|standalone|last|new) )?(?:question|frage|pregunta)[*_]*:[*_]*\s*/i, '')
    .replace(/^["“„«']+|["”“»']+$/g, '')
    .trim();
  return bare === undefined || bare.length > LONGEST_CHARS || !/\p{L}/u.test(bare) ? undefined : bare;
}
