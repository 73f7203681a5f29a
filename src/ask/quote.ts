import type { Source, Span } from '../model.ts';
import { fold } from '../text/analyze.ts';
import type { QuestionTerms } from './terms.ts';

/** A sentence of a source, word for word: `source.text.slice(span.start, span.end)`. */
export interface Quotation {
  readonly n: number;
  readonly span: Span;
  readonly text: string;
}

const MOST_QUOTATIONS = 5;

/** The sentences of `sources` that fit the question best, best first. Empty when no source has text. */
export function quoteSources(sources: readonly Source[], terms: QuestionTerms): Quotation[] {
  return sources
    .flatMap((source) =>
      [...source.text.matchAll(/[^\n]*\S[^\n]*/g)].map((match) => {
        const span = { start: match.index, end: match.index + match[0].length };
        return { n: source.n, span, text: match[0], score: measureOverlap(match[0], terms) / Math.sqrt(source.n) };
      }),
    )
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_QUOTATIONS)
    .map(({ n, span, text }) => ({ n, span, text }));
}

function measureOverlap(sentence: string, terms: QuestionTerms): number {
  const folded = fold(sentence);
  return terms.words
    .filter(({ terms: forms }) => forms.some((form) => folded.includes(form)))
    .reduce((sum, { idf }) => sum + idf, 0);
}
