import type { Log } from '../log.ts';
import type { AnswerEvent } from '../model.ts';
import { type ErrorBody, reportError } from './error-answer.ts';

/** What goes over the wire: an error carries the id under which the log tells more. */
export type StreamedEvent = AnswerEvent | { readonly type: 'error'; readonly error: ErrorBody };

/** An answer whose status line is long gone: its failure is logged and becomes the last event, an abort just ends it. */
export async function* toStreamedEvents(
  parts: AsyncIterable<AnswerEvent>,
  { signal, requestId, log }: { readonly signal: AbortSignal; readonly requestId: string; readonly log: Log },
): AsyncGenerator<StreamedEvent, void, undefined> {
  try {
    yield* parts;
  } catch (error) {
    if (!signal.aborted) yield { type: 'error', error: reportError(error, requestId, log).error };
  }
}
