import type { Span } from '../model.ts';
import type { AnalyzedQuery } from './analyze.ts';
import { fold } from './fold.ts';
import { findIdentifiers } from './identifiers.ts';
import { LANGUAGES, stemWord } from './languages.ts';
import { isUnspaced } from './words.ts';

/** Shorter stems are in too many words by chance. */
const MIN_INSIDE = 4;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * What of `text` matches a question, as spans of the original text, in order, apart from each other: words with an
 * equal stem, compounds that hold a stem of four letters or more (as a whole word), identifiers in any spelling.
 * `extraTerms` are further terms, such as those searched in place of an unknown word.
 */
export function findSpans(text: string, query: AnalyzedQuery, extraTerms: readonly string[] = []): Span[] {
  const stems = new Set([...query.words.flatMap(({ folded, stems: own }) => [folded, ...own]), ...extraTerms]);
  const inside = [...query.parts, ...extraTerms].filter((part) => part.length >= MIN_INSIDE && !part.startsWith('#'));
  const identifiers = new Set([...query.identifiers, ...extraTerms]);
  const spans: Span[] = findIdentifiers(text).filter(({ term }) => identifiers.has(term));
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const folded = fold(word);
    const isMatch =
      stems.has(folded) ||
      inside.some((part) => folded.includes(part)) ||
      LANGUAGES.some((language) => stems.has(stemWord(folded, language)));
    if (isMatch) spans.push({ start: index, end: index + word.length });
  }
  return mergeSpans([
    ...spans,
    ...query.words.flatMap(({ folded }) => (isUnspaced(folded) ? findAll(text, folded) : [])),
  ]);
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
