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
 * Finds what of a text matches a question, as spans of the original text, in order, apart from each other: words with an
 * equal stem in the text's own language, compounds that hold a stem of four letters or more (as a whole word),
 * identifiers in any spelling. In another language a stem is equal by chance: German takes "least" and "lease" for
 * forms of "lea". Remembers words from text to text.
 */
export function createSpanFinder(query: AnalyzedQuery): (text: string) => Span[] {
  const identifiers = new Set(query.identifiers);
  const unspaced = query.words.map(({ folded }) => folded).filter(isUnspaced);
  const isMatch = createWordTest(query);
  const memos = new Map<Language, Map<string, boolean>>();
  return (text) => {
    const words = text.match(WORDS) ?? [];
    // At once: folding each word takes three times as long. No fold is a line break.
    const folded = fold(words.join('\n')).split('\n');
    const language = detectLanguage(folded);
    const memo = memos.get(language) ?? new Map<string, boolean>();
    memos.set(language, memo);
    const spans: Span[] =
      identifiers.size === 0 ? [] : findIdentifiers(text).filter(({ term }) => identifiers.has(term));
    let end = 0;
    for (const [index, word] of words.entries()) {
      const start = text.indexOf(word, end);
      end = start + word.length;
      const term = folded[index] ?? '';
      let matches = memo.get(term);
      if (matches === undefined) {
        matches = isMatch(term, language);
        memo.set(term, matches);
      }
      if (matches) spans.push({ start, end });
    }
    return mergeSpans([...spans, ...unspaced.flatMap((word) => findAll(text, word))]);
  };
}

function createWordTest({ words, parts }: AnalyzedQuery): (folded: string, language: Language) => boolean {
  const stems = new Set(words.flatMap(({ folded, stems: own }) => [folded, ...own]));
  const inside = parts.filter((part) => part.length >= MIN_INSIDE);
  // Stems begin like their words, apart from the German ge-. Most words are none of these, and stemming takes its time.
  const beginnings = new Set([...stems].map((stem) => stem.slice(0, 2)));
  const mayStem = (folded: string) => beginnings.has(folded.slice(0, 2)) || folded.startsWith('ge');
  return (folded, language) =>
    stems.has(folded) ||
    inside.some((part) => folded.includes(part)) ||
    (mayStem(folded) && stems.has(stemWord(folded, language)));
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
