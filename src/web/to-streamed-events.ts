import type { Log } from '../log.ts';
import type { AnswerEvent } from '../model.ts';
import { type ErrorBody, reportError } from './error-answer.ts';
import { localizeError, localizeReasons } from './localize.ts';
import type { Words } from './words/en.ts';

/** What goes over the wire: an error carries the id under which the log tells more. */
export type StreamedEvent = AnswerEvent | { readonly type: 'error'; readonly error: ErrorBody };

interface StreamOptions {
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Undefined = as the program says it. */
  readonly words: Words | undefined;
  readonly log: Log;
}

/** An answer whose status line is long gone: its failure is logged and becomes the last event, an abort just ends it. */
export async function* toStreamedEvents(
  parts: AsyncIterable<AnswerEvent>,
  { signal, requestId, words, log }: StreamOptions,
): AsyncGenerator<StreamedEvent, void, undefined> {
  try {
    for await (const part of parts) yield localize(part, words);
  } catch (error) {
    if (!signal.aborted) yield { type: 'error', error: localizeError(reportError(error, requestId, log).error, words) };
  }
}

function localize(part: AnswerEvent, words: Words | undefined): AnswerEvent {
  if (part.type !== 'done' || part.degraded === undefined) return part;
  return { ...part, degraded: localizeReasons(part.degraded, words) };
}
