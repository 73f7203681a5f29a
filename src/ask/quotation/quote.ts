import { setImmediate } from 'node:timers/promises';
import type { Source, Span } from '../../model.ts';
import type { Question } from '../question.ts';
import type { QuestionTerms } from '../terms.ts';
import { buildClues } from './clues.ts';
import { asksForValue, toValueTest } from './value-kinds.ts';
import { readSentences, type Sentence, weighSentence } from './weigh.ts';

/** A part of a source, word for word: `text === source.text.slice(span.start, span.end)`. */
export interface Quotation {
  readonly n: number;
  readonly span: Span;
  readonly text: string;
}

const MOST_QUOTATIONS = 5;
/** A quotation takes its neighbours in up to this length: "They have twins." alone says nothing. */
const QUOTATION_CHARS = 240;
/** Sentences worth less than this share of the best one are noise. */
const LEAST_SHARE = 0.2;
/** What has been quoted is worth less again, so that the other half of a question gets its turn. */
const REPEAT_WEIGHT = 0.8;

const SENTENCE_END = /[.!?]["”“’)]?$/;

/**
 * The sentences that fit the question best, best first, at most five. A sentence is worth what it names of the question
 * (the rarer the more), a value of the kind asked for, and the standing of its source. Empty when no source has text,
 * or none names anything of the question.
 */
export async function quoteSources(
  sources: readonly Source[],
  question: Pick<Question, 'q' | 'history'>,
  terms: QuestionTerms,
): Promise<Quotation[]> {
  const clues = buildClues(question.q, terms);
  const questions = listQuestions(question);
  const bySource = new Map<Source, Sentence[]>();
  for (const source of sources) {
    // Reading one takes milliseconds, a dozen of them too long for everybody else who is served by this thread.
    await setImmediate();
    bySource.set(source, readSentences(source, clues, toValueTest(questions, source.created ?? '')));
  }
  const open = clues.map(() => 1);
  const quotations: Quotation[] = [];
  const isFree = (sentence: Sentence) => !quotations.some((quotation) => isQuoted(sentence, quotation));
  for (let best = 0; quotations.length < MOST_QUOTATIONS; ) {
    const left = [...bySource].flatMap(([source, sentences]) =>
      sentences
        .filter(isFree)
        .map((sentence) => ({ source, sentence, sentences, worth: weighSentence(sentence, clues, open) })),
    );
    const [next] = left.sort((a, b) => b.worth - a.worth);
    if (next === undefined || next.worth <= LEAST_SHARE * best) break;
    best ||= next.worth;
    quotations.push(widen(next.source, next.sentence, next.sentences, isFree));
    for (const [index, credit] of next.sentence.named.entries()) {
      if (credit > 0) open[index] = (open[index] ?? 1) * REPEAT_WEIGHT;
    }
  }
  return quotations;
}

/**
 * For a handful of documents that the asker chose, when the words of the question find nothing in them: the sentences
 * that give the kind of value asked for, at most five, one of each source before the second of any. Empty when the
 * question asks for no value.
 */
export function quoteValues(sources: readonly Source[], question: Pick<Question, 'q' | 'history'>): Quotation[] {
  const questions = listQuestions(question).filter(asksForValue);
  if (questions.length === 0) return [];
  const found = sources.flatMap((source) =>
    readSentences(source, [], toValueTest(questions, source.created ?? ''))
      .filter(({ value }) => value > 0)
      .sort((a, b) => b.value - a.value)
      .map((sentence, rank) => ({ ...sentence, rank })),
  );
  const best = Math.max(0, ...found.map(({ value }) => value));
  return found
    .filter(({ value }) => value === best)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_QUOTATIONS)
    .map(({ n, span, text }) => ({ n, span, text }));
}

/** The question, and the one before it. */
function listQuestions({ q, history = [] }: Pick<Question, 'q' | 'history'>): string[] {
  return [q, ...history.slice(-1).map((turn) => turn.q)];
}

/** Also when it stands in another document, word for word: near-duplicates are quoted once. */
function isQuoted({ n, span, text }: Sentence, quotation: Quotation): boolean {
  const overlaps = n === quotation.n && span.start < quotation.span.end && quotation.span.start < span.end;
  return overlaps || quotation.text.includes(text);
}

/** A sentence with the one behind it and the one before it, where they are free, belong to it, and there is room. */
function widen(
  source: Source,
  sentence: Sentence,
  sentences: readonly Sentence[],
  isFree: (sentence: Sentence) => boolean,
): Quotation {
  const at = sentences.indexOf(sentence);
  const [before, after] = [sentences[at - 1], sentences[at + 1]].map((one) =>
    one && isFree(one) ? one.span : undefined,
  );
  const withNext = join(source.text, sentence.span, after) ?? sentence.span;
  const { start, end } = join(source.text, before, withNext) ?? withNext;
  return { n: source.n, span: { start, end }, text: source.text.slice(start, end) };
}

/** Both spans and what is between them; undefined for table rows, headings and paragraphs, which stand for themselves. */
function join(text: string, first: Span | undefined, second: Span | undefined): Span | undefined {
  if (first === undefined || second === undefined || second.end - first.start > QUOTATION_CHARS) return undefined;
  if (text.slice(first.start, second.end).includes('|')) return undefined;
  const gap = text.slice(first.end, second.start);
  const isWrapped = [first, second].every(({ start, end }) => SENTENCE_END.test(text.slice(start, end)));
  return !gap.includes('\n') || (isWrapped && !/\n\s*\n/.test(gap))
    ? { start: first.start, end: second.end }
    : undefined;
}
