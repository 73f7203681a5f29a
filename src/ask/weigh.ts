import type { Source, Span } from '../model.ts';
import { splitSentences } from '../text/sentences.ts';
import { type Clue, readText } from './clues.ts';
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
  const inHeader = findAll(`${source.title} ${source.correspondent ?? ''} ${source.created ?? ''}`, clues);
  const inText = findAll(source.text, clues);
  const covered = sumWeights(
    clues.map((_, index) => Math.max(inHeader[index] ?? 0, inText[index] ?? 0)),
    clues,
  );
  const standing = covered / (1 + RANK_DISCOUNT * (source.n - 1));
  const sentences = splitSentences(source.text).map((span) => {
    const text = source.text.slice(span.start, span.end);
    const read = readText(text);
    const named = clues.map(({ find }, index) => find(read) * (inHeader[index] === 1 ? REPEATED_CREDIT : 1));
    return { span, text, named, weight: weighLength(read.words.length) };
  });
  return sentences.map(({ span, text, named, weight }, at) => ({
    n: source.n,
    span,
    text,
    named,
    nearby: named.map((credit, index) => {
      const before = BEFORE_WEIGHT * (sentences[at - 1]?.named[index] ?? 0);
      return Math.max(credit, before) + (inHeader[index] === 1 ? TITLE_CREDIT : 0);
    }),
    value: testValue(text),
    standing: standing * weight,
  }));
}

/** What quoting a sentence is worth while each clue counts as much as `open` says, 0 … 1. */
export function weighSentence(sentence: Sentence, clues: readonly Clue[], open: readonly number[]): number {
  const credits = sentence.nearby.map((credit, index) => credit * (open[index] ?? 1));
  return sentence.standing * (sumWeights(credits, clues) + VALUE_WEIGHT * sentence.value);
}

/** A line of one or two content words is a signature or a heading. */
function weighLength(words: number): number {
  return words < 2 ? 0 : words < 3 ? 0.5 : 1;
}

function findAll(text: string, clues: readonly Clue[]): number[] {
  const read = readText(text);
  return clues.map(({ find }) => find(read));
}

/** The share of all clues, by weight, that `credits` make up. */
function sumWeights(credits: readonly number[], clues: readonly Clue[]): number {
  const all = clues.reduce((sum, { weight }) => sum + weight, 0);
  return all === 0 ? 0 : clues.reduce((sum, { weight }, index) => sum + weight * (credits[index] ?? 0), 0) / all;
}
