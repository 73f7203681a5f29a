import { ConfigError, describeFullContext, UnavailableError } from '../../errors.ts';
import type { AnswerEvent } from '../../model.ts';
import type { CallOptions, ChatModel } from '../../ports.ts';
import { type Calibration, calibrate } from './calibration.ts';
import { createCitationStream } from './citation-stream.ts';
import { createMarkerCleaner } from './marker-cleaner.ts';
import type { Prompt } from './prompt.ts';
import { chainCleaners } from './reply-cleaner.ts';
import { createThinkCleaner } from './think-cleaner.ts';

/** How a reply ended whose text has been streamed. */
export interface StreamedReply {
  /** As shown. Empty when nothing was. */
  readonly text: string;
  /** The model said that the sources don't hold the answer. */
  readonly isNotFound: boolean;
  /** It went on without an end and was cut off. */
  readonly isEndless: boolean;
  /** Why nothing was shown although there is no answer like "not found", in words for people. */
  readonly failure?: string;
  readonly promptTokens: number | undefined;
  readonly model: string;
  /** From sending the prompt to the first text shown. */
  readonly firstTokenMs: number | undefined;
}

const MARKER = /\[[0-9]+\]/g;

/** Control characters, and those that turn the direction of what follows: "539" behind one is read as "935". */
const UNSEEN = /[[\p{Cc}\u202d\u202e]--[\t\n\r]]/gv;

/** Some models repeat themselves until somebody stops them. Answers are asked to be brief: so long none is one. */
const MOST_CHARS = 20_000;
/** The same with all that isn't shown, above all thinking. */
const MOST_RECEIVED_CHARS = 400_000;
/** What comes before the first word. */
const MOST_WORDLESS_CHARS = 1_000;

/**
 * Yields the reply as it comes, without thinking and without markers that mean nothing, from its first word on. Ends
 * with `failure` when the model can't be had (down, unknown there, no Ollama at all, no room in its context) or said
 * nothing, while nothing had been shown, and breaks off what has no end. Throws `UnavailableError` after the first word.
 */
export async function* streamReply(
  prompt: Prompt,
  model: ChatModel,
  { calibration, now }: { readonly calibration: Calibration; readonly now: () => number },
  options: CallOptions,
): AsyncGenerator<AnswerEvent, StreamedReply, undefined> {
  const marker = createMarkerCleaner();
  const citations = createCitationStream(new Set(prompt.sources.map(({ n }) => n)));
  const cleaner = chainCleaners(createThinkCleaner(calibration), marker, citations);
  let shown = '';
  let waiting = '';
  const sentAt = now();
  let firstTokenMs: number | undefined;
  const show = (text: string): AnswerEvent[] => {
    waiting = shown === '' ? (waiting + text).trimStart() : text;
    if (waiting === '' || (shown === '' && !hasWord(waiting))) return [];
    firstTokenMs ??= now() - sentAt;
    shown += waiting;
    return [{ type: 'token', text: waiting }];
  };

  let promptTokens: number | undefined;
  let name = model.model;
  let received = 0;
  let isEndless = false;
  try {
    for await (const chunk of model.stream(prompt.messages, options)) {
      if (chunk.type === 'end') {
        ({ promptTokens, model: name } = chunk);
        continue;
      }
      yield* show(cleaner.push(chunk.text.slice(0, MOST_CHARS).replace(UNSEEN, '')));
      received += chunk.text.length;
      const isWordless = shown === '' && waiting.length > MOST_WORDLESS_CHARS;
      isEndless = isWordless || shown.length > MOST_CHARS || received > MOST_RECEIVED_CHARS;
      // What a model says beyond "not in the sources" comes from nowhere.
      if (marker.isFound() || isEndless) break;
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    const isLacking = error instanceof UnavailableError || error instanceof ConfigError;
    if (shown !== '' || !isLacking) throw error;
    const failure = error.message;
    return { text: '', isNotFound: false, isEndless, failure, promptTokens, model: name, firstTokenMs };
  }
  yield* show(cleaner.end());
  calibrate(calibration, { chars: prompt.chars, promptTokens });
  const reply = { text: shown, isNotFound: marker.isFound(), isEndless, promptTokens, model: name, firstTokenMs };
  if (shown !== '' || marker.isFound()) return reply;
  const isFull = (promptTokens ?? 0) >= model.contextTokens;
  return { ...reply, failure: describeSilence(name, { isEndless, isFull, contextTokens: model.contextTokens }) };
}

function describeSilence(
  model: string,
  given: { readonly isEndless: boolean; readonly isFull: boolean; readonly contextTokens: number },
): string {
  if (given.isEndless) return `"${model}" went on without an answer.`;
  if (given.isFull) return describeFullContext(model, given.contextTokens);
  return `"${model}" answered nothing.`;
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(MARKER, ''));
}
