import type { AnswerEvent } from '../model.ts';

type EventOf<T extends AnswerEvent['type']> = Omit<Extract<AnswerEvent, { type: T }>, 'type'>;

/** A whole answer as one object: the text of all tokens beside the fields of `sources` and `done`. */
export type Answer = { readonly answer: string } & EventOf<'sources'> & EventOf<'done'>;

/** Collects a whole answer, or the error it ended with. Throws an `AbortError` when it just ended. */
export async function collectAnswer<E>(
  events: AsyncIterable<Exclude<AnswerEvent, { type: 'error' }> | { readonly type: 'error'; readonly error: E }>,
): Promise<Answer | { readonly error: E }> {
  let answer = '';
  let found: EventOf<'sources'> = { sources: [], proposed: [] };
  for await (const event of events) {
    if (event.type === 'error') return { error: event.error };
    if (event.type === 'token') answer += event.text;
    if (event.type === 'sources') found = { sources: event.sources, proposed: event.proposed };
    if (event.type === 'done') {
      const { type: _done, ...rest } = event;
      return { answer, ...found, ...rest };
    }
  }
  throw new DOMException('the client went away', 'AbortError');
}
