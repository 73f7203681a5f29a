import type { Span } from '../model.ts';
import type { AnalyzedQuery } from '../text/analyze.ts';
import { fold } from '../text/fold.ts';
import { findSpans } from '../text/highlight.ts';
import { detectLanguage, stemWord } from '../text/languages.ts';
import { splitWords } from '../text/words.ts';

/** Shorter stems are in too many words by chance. */
const MIN_INSIDE = 4;
const LETTERS = /^[a-z]+$/;

/**
 * What of a passage is highlighted: words with an equal stem in the passage's own language, compounds that hold a stem,
 * identifiers. In another language a stem is equal by chance: German takes "least" and "lease" for forms of "lea".
 */
export function findWordSpans(text: string, query: AnalyzedQuery): Span[] {
  const language = detectLanguage(splitWords(fold(text)));
  const stems = new Set(query.words.flatMap(({ folded, stems: own }) => [folded, ...own]));
  const inside = query.parts.filter((part) => part.length >= MIN_INSIDE);
  return findSpans(text, query).filter(({ start, end }) => {
    const word = fold(text.slice(start, end));
    if (!LETTERS.test(word) || stems.has(word) || stems.has(stemWord(word, language))) return true;
    return inside.some((part) => word.includes(part));
  });
}
