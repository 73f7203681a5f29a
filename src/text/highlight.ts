import type { Span } from '../model.ts';
import type { AnalyzedQuery } from './analyze.ts';
import { fold } from './fold.ts';
import { findIdentifiers } from './identifiers.ts';
import { detectLanguage, type Language, stemWord } from './languages.ts';
import { isUnspaced } from './words.ts';

/** Shorter stems are in too many words by chance. */
const MIN_INSIDE = 4;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * What of `text` matches a question, as spans of the original text, in order, apart from each other: words with an
 * equal stem in the text's own language, compounds that hold a stem of four letters or more (as a whole word),
 * identifiers in any spelling. In another language a stem is equal by chance: German takes "least" and "lease" for
 * forms of "lea".
 */
export function findSpans(text: string, query: AnalyzedQuery): Span[] {
  const identifiers = new Set(query.identifiers);
  const spans: Span[] = findIdentifiers(text).filter(({ term }) => identifiers.has(term));
  const words = text
    .matchAll(WORDS)
    .map(({ 0: word, index }) => ({ folded: fold(word), start: index, end: index + word.length }))
    .toArray();
  const language = detectLanguage(words.map(({ folded }) => folded));
  const isMatch = createWordTest(query, language);
  for (const { folded, start, end } of words) if (isMatch(folded)) spans.push({ start, end });
  return mergeSpans([
    ...spans,
    ...query.words.flatMap(({ folded }) => (isUnspaced(folded) ? findAll(text, folded) : [])),
  ]);
}

function createWordTest({ words, parts }: AnalyzedQuery, language: Language): (folded: string) => boolean {
  const stems = new Set(words.flatMap(({ folded, stems: own }) => [folded, ...own]));
  const inside = parts.filter((part) => part.length >= MIN_INSIDE);
  const known = new Map<string, boolean>();
  return (folded) => {
    const before = known.get(folded);
    if (before !== undefined) return before;
    const isMatch =
      stems.has(folded) || inside.some((part) => folded.includes(part)) || stems.has(stemWord(folded, language));
    known.set(folded, isMatch);
    return isMatch;
  };
}

function findAll(text: string, word: string): Span[] {
  const spans: Span[] = [];
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + word.length))
    spans.push({ start, end: start + word.length });
  return spans;
}

/** In order; spans that overlap become one. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start < last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else merged.push({ start, end });
  }
  return merged;
}
