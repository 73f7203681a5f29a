import { setImmediate } from 'node:timers/promises';
import type { AnswerEvent, Source } from '../../model.ts';
import type { CallOptions, ChatModel } from '../../ports.ts';
import type { AskDeps } from '../deps.ts';
import type { Question } from '../question.ts';
import { joinReasons, REASONS } from '../reasons.ts';
import type { Reply } from '../reply.ts';
import { createCalibration } from './calibration.ts';
import { checkCitations } from './check-citations.ts';
import { buildPrompt } from './prompt.ts';
import { streamReply } from './stream-reply.ts';

/** What there is instead of a generated reply: nothing was shown, and why, in words for people. */
export interface NoReply {
  readonly degraded: string;
}

/** A question as it was asked, and what it means without the turns before it where the model found that out. */
export interface AskedQuestion extends Pick<Question, 'q' | 'history'> {
  readonly standalone?: string;
}

/**
 * Has the model answer from `sources`, yielding tokens. Nothing is shown of a reply that can't be had: then the caller
 * has to answer otherwise. Errors as `streamReply`.
 */
export async function* generateReply(
  { q, standalone, history = [] }: AskedQuestion,
  sources: readonly Source[],
  model: ChatModel,
  deps: Pick<AskDeps, 'log' | 'now' | 'household' | 'calibration' | 'createNonce'>,
  options: CallOptions,
): AsyncGenerator<AnswerEvent, Reply | NoReply, undefined> {
  const calibration = deps.calibration ?? createCalibration();
  const prompt = buildPrompt({
    question: q,
    ...(standalone !== undefined && standalone !== q && { standalone }),
    history,
    sources,
    household: deps.household,
    nonce: deps.createNonce?.() ?? crypto.randomUUID().slice(0, 13),
    contextTokens: model.contextTokens,
    calibration,
  });
  const { text, isNotFound, isEndless, failure, promptTokens, firstTokenMs, ...reply } = yield* streamReply(
    prompt,
    model,
    { calibration, now: deps.now },
    options,
  );
  if (failure !== undefined) {
    deps.log.warn(
      { reason: failure, prompt_chars: prompt.chars, prompt_tokens: promptTokens },
      'no generated answer, quoting instead',
    );
    return { degraded: `${REASONS.quotations}: ${failure}` };
  }
  // Takes milliseconds: several answers that end at once must not hold up everybody else together.
  await setImmediate();
  const citations = checkCitations(text, prompt.sources, q);
  const isCut = promptTokens !== undefined && promptTokens >= model.contextTokens;
  if (isCut) deps.log.warn({ prompt_tokens: promptTokens }, 'the prompt filled the whole context and was cut');
  const degraded = joinReasons(
    isCut ? `${REASONS.cut}: raise CHAT_NUM_CTX` : undefined,
    isEndless ? REASONS.endless : undefined,
    isNotFound || citations.length > 0 ? undefined : REASONS.unchecked,
  );
  return {
    // A part of an answer with its sources is one, whatever the model says is missing.
    outcome: isNotFound && citations.length === 0 ? 'not_found' : 'answered',
    citations,
    model: reply.model,
    ...(firstTokenMs !== undefined && { firstTokenMs }),
    ...(degraded !== undefined && { degraded }),
  };
}
