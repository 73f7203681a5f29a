import type { AnswerEvent, Citation, Source } from '../../model.ts';
import type { Question, QuotationMarks } from '../question.ts';
import type { Reply } from '../reply.ts';
import type { QuestionTerms } from '../terms.ts';
import { listMissingWords } from './list-missing-words.ts';
import { toMarkdown } from './markdown.ts';
import { type Quotation, quoteSources, quoteValues } from './quote.ts';

/**
 * Answers with the sentences of `sources` that fit best, word for word: one Markdown quotation a token, with its [n].
 * `isNarrow` when the asker chose so few documents that any of them may be meant, whatever words they use.
 */
export async function* extractReply(
  question: Pick<Question, 'q' | 'history'>,
  sources: readonly Source[],
  terms: QuestionTerms,
  isNarrow: boolean,
  marks?: QuotationMarks,
): AsyncGenerator<AnswerEvent, Reply, undefined> {
  const fitting = await quoteSources(sources, question, terms);
  const quotations = fitting.length === 0 && isNarrow ? quoteValues(sources, question) : fitting;
  for (const [index, quotation] of quotations.entries()) {
    yield { type: 'token', text: `${index === 0 ? '' : '\n\n'}${toMarkdown(quotation, marks)}` };
  }
  return {
    outcome: quotations.length > 0 ? 'extractive' : 'not_found',
    citations: toCitations(quotations, sources),
    model: null,
    ...(quotations.length > 0 && { missing: await listMissingWords(question.q, sources) }),
  };
}

/** One citation per source used. A quotation is checked by being part of its source. */
function toCitations(quotations: readonly Quotation[], sources: readonly Source[]): Citation[] {
  return sources
    .filter(({ n }) => quotations.some((quotation) => quotation.n === n))
    .map(({ n, passage, text }) => {
      const quoted = quotations.filter((quotation) => quotation.n === n);
      return { n, passage, checked: quoted.every((quotation) => text.includes(quotation.text)) };
    });
}
