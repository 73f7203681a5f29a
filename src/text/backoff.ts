import type { QueryWord } from './analyze.ts';
import { isWithin } from './edit-distance.ts';

/** Shorter stems begin and end too many words by chance. */
const MIN_STEM = 4;
const MIN_INNER = 5;
const MAX_LONGER = 4;
const MAX_INNER = 2;
const MAX_SIMILAR = 3;
/** From this length on a word that is one slip away is hardly another word. */
const SAFE_WORD = 5;
/** From this length on two slips are forgiven, below it one. */
const LONG_WORD = 8;

/** What to look up for a word none of whose stems is in the vocabulary. Look-ups are as `VocabularyQuery` of ports.ts. */
export interface BackoffPlan {
  /** Compounds and inflections: terms that begin with one of the stems. (Pieces of words find those that end with it.) */
  readonly longer: readonly { readonly kind: 'starts'; readonly text: string }[];
  /** Beginnings and ends of the word itself: which of them occur? */
  readonly inner: readonly string[];
  /** Misspellings; undefined for numbers and for very short words, which are wrong when they are nearly right. */
  readonly similar:
    | { readonly kind: 'similar'; readonly first: string; readonly min: number; readonly max: number }
    | undefined;
}

/** Terms of the vocabulary that the look-ups of a plan found, the most frequent first. */
export interface BackoffCandidates {
  readonly longer: readonly string[];
  readonly inner: readonly string[];
  readonly similar: readonly string[];
}

export function planBackoff({ folded, stems }: QueryWord): BackoffPlan {
  const long = stems.filter(isLongStem);
  const slips = countSlips(folded);
  const lengths = stems.map((stem) => stem.length);
  const range = { min: Math.max(1, Math.min(...lengths) - slips), max: Math.max(...lengths) + slips };
  return {
    longer: long.map((text) => ({ kind: 'starts', text })),
    inner: [...new Set(long.flatMap(cutInner))],
    similar: slips === 0 ? undefined : { kind: 'similar', first: folded.charAt(0), ...range },
  };
}

/**
 * The terms to search in place of an unknown word, at most nine: those one slip away (words of five letters or more),
 * the four shortest that begin with a stem, the two longest that a stem begins or ends with. Only when these are
 * none: three terms that are as many slips away as the word's length forgives. The first letter is always right.
 */
export function selectBackoff(word: QueryWord, { longer, inner, similar }: BackoffCandidates): string[] {
  const stems = word.stems.filter(isLongStem);
  const outer = longer.filter((term) => isWord(term) && stems.some((stem) => stem !== term && term.startsWith(stem)));
  const parts = inner.filter((term) => term.length >= MIN_INNER && stems.some((stem) => isAffix(term, stem)));
  const found = new Set([
    ...(word.folded.length >= SAFE_WORD ? selectSimilar(word, similar, 1) : []),
    ...[...new Set(outer)].sort(byLength).slice(0, MAX_LONGER),
    ...[...new Set(parts)].sort((a, b) => byLength(b, a)).slice(0, MAX_INNER),
  ]);
  return found.size > 0 ? [...found] : selectSimilar(word, similar, countSlips(word.folded));
}

/** The nearest first, then as they come. */
function selectSimilar({ folded, stems }: QueryWord, candidates: readonly string[], most: number): string[] {
  const eligible = candidates.filter((term) => isWord(term) && term[0] === folded[0]);
  const found = new Set<string>();
  for (let slips = 1; slips <= Math.min(most, countSlips(folded)) && found.size < MAX_SIMILAR; slips += 1)
    for (const term of eligible) if (stems.some((stem) => isWithin(stem, term, slips))) found.add(term);
  return [...found].slice(0, MAX_SIMILAR);
}

function countSlips(folded: string): number {
  if (/[0-9]/.test(folded) || folded.length < MIN_STEM) return 0;
  return folded.length < LONG_WORD ? 1 : 2;
}

function cutInner(stem: string): string[] {
  const lengths = Array.from({ length: Math.max(0, stem.length - MIN_INNER) }, (_, index) => MIN_INNER + index);
  return lengths.flatMap((length) => [stem.slice(0, length), stem.slice(-length)]);
}

function isAffix(part: string, whole: string): boolean {
  return part !== whole && (whole.startsWith(part) || whole.endsWith(part));
}

function isLongStem(stem: string): boolean {
  return stem.length >= MIN_STEM && !/[0-9]/.test(stem);
}

/** Identifiers and numbers are no forms of a word. */
function isWord(term: string): boolean {
  return !/[#0-9]/.test(term);
}

function byLength(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
