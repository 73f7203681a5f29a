import type { AnswerEvent } from '../model.ts';

type PartOf<T extends AnswerEvent['type']> = Omit<Extract<AnswerEvent, { type: T }>, 'type'>;

/** A whole answer as one object: the text of all tokens beside the fields of `sources` and `done`. */
export type Answer = { readonly answer: string } & PartOf<'sources'> & PartOf<'done'>;

/** Collects a whole answer. Throws what answering throws. */
export async function collectAnswer(parts: AsyncIterable<AnswerEvent>): Promise<Answer> {
  let answer = '';
  let found: PartOf<'sources'> = { sources: [], proposed: [] };
  for await (const part of parts) {
    if (part.type === 'token') answer += part.text;
    if (part.type === 'sources') found = { sources: part.sources, proposed: part.proposed };
    if (part.type === 'done') {
      const { type: _done, ...rest } = part;
      return { answer, ...found, ...rest };
    }
  }
  throw new Error('the answer ended without `done`');
}
