import type { CallOptions, PassageReader } from '../ports.ts';
import { analyzeQuery } from '../text/analyze.ts';

/** A word of the question, with every indexed term it stands for. */
export interface QuestionWord {
  readonly folded: string;
  readonly terms: readonly string[];
  /** How rare its most frequent term is among the passages (BM25's inverse document frequency); 0 when unknown. */
  readonly idf: number;
}

/** A question as the lexical legs ask it. */
export interface QuestionTerms {
  readonly words: readonly QuestionWord[];
  readonly identifiers: readonly string[];
  readonly parts: readonly string[];
}

/** Analyzes a question and looks its words up in the vocabulary of the live generation. */
export async function readTerms(text: string, reader: PassageReader, options: CallOptions): Promise<QuestionTerms> {
  const { words, identifiers, parts } = analyzeQuery(text);
  const [frequencies, { passages }] = await Promise.all([
    reader.frequencies([...new Set(words.flatMap(({ stems }) => stems))], options),
    reader.stats(options),
  ]);
  return {
    words: words.map(({ folded, stems }) => {
      const most = Math.max(0, ...stems.map((stem) => frequencies.get(stem) ?? 0));
      return { folded, terms: stems, idf: measureIdf(most, passages) };
    }),
    identifiers,
    parts,
  };
}

function measureIdf(frequency: number, passages: number): number {
  return frequency === 0 ? 0 : Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5));
}
