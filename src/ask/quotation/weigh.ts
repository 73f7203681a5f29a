import type { Source, Span } from '../../model.ts';
import { splitSentences } from '../../text/sentences.ts';
import { type Clue, detectTextLanguage, readText } from './clues.ts';
import type { ValueTest } from './value-kinds.ts';

/** A sentence or table row of a source, with what it has to do with the question. */
export interface Sentence {
  readonly n: number;
  /** `text === source.text.slice(span.start, span.end)` */
  readonly span: Span;
  readonly text: string;
  /** By clue, 0 … 1: what the sentence names itself. */
  readonly named: readonly number[];
  /** The same with what the title and the sentence before it name, which counts less. */
  readonly nearby: readonly number[];
  /** From its values alone, 0 … 1. */
  readonly value: number;
  /** The standing of its source, 0 … 1. */
  readonly standing: number;
}

/** What the title names, every sentence is about; saying it again hardly tells one sentence from the others. */
const TITLE_CREDIT = 0.3;
const REPEATED_CREDIT = 0.3;
const BEFORE_WEIGHT = 0.4;
const VALUE_WEIGHT = 0.3;
/** How much less each further source is worth. */
const RANK_DISCOUNT = 0.08;

/** The sentences of a source in reading order, each held against the clues. */
export function readSentences(source: Source, clues: readonly Clue[], testValue: ValueTest): Sentence[] {
  const language = detectTextLanguage(source.text);
  const header = readText(`${source.title} ${source.correspondent ?? ''} ${source.created ?? ''}`, language);
  const inHeader = clues.map(({ find }) => find(header));
  const read = splitSentences(source.text).map((span) => {
    const text = source.text.slice(span.start, span.end);
    const words = readText(text, language);
    return { span, text, found: clues.map(({ find }) => find(words)), length: words.words.length };
  });
  const covered = inHeader.map((credit, index) =>
    read.reduce((most, { found }) => Math.max(most, found[index] ?? 0), credit),
  );
  const standing = sumWeights(covered, clues) / (1 + RANK_DISCOUNT * (source.n - 1));
  return read.map(({ span, text, found, length }, at) => {
    const isTitled = (index: number) => inHeader[index] === 1;
    const weigh = (credit: number, index: number) => (isTitled(index) ? REPEATED_CREDIT : 1) * credit;
    const named = found.map(weigh);
    const nearby = named.map((credit, index) => {
      const before = BEFORE_WEIGHT * weigh(read[at - 1]?.found[index] ?? 0, index);
      return Math.max(credit, before) + (isTitled(index) ? TITLE_CREDIT : 0);
    });
    const value = testValue(text);
    return { n: source.n, span, text, named, nearby, value, standing: standing * weighLength(length) };
  });
}

/** What quoting a sentence is worth while each clue counts as much as `open` says, 0 … about 1. */
export function weighSentence(sentence: Sentence, clues: readonly Clue[], open: readonly number[]): number {
  const named = sumWeights(sentence.nearby, clues, open);
  return sentence.standing * (named + VALUE_WEIGHT * sentence.value);
}

/** A line of one or two content words is a signature or a heading. */
function weighLength(words: number): number {
  return words < 2 ? 0 : words < 3 ? 0.5 : 1;
}

/** The share of all clues that `credits` make up. */
function sumWeights(credits: readonly number[], clues: readonly Clue[], open: readonly number[] = []): number {
  return clues.reduce((sum, { weight }, index) => sum + weight * (credits[index] ?? 0) * (open[index] ?? 1), 0);
}
