import { analyzeText } from '../text/analyze.ts';
import { fold } from '../text/fold.ts';
import { type SparseVector, weighPassage } from './sparse-vector.ts';

/** The searched texts of a passage. */
export interface SearchedText {
  readonly header: string;
  readonly metadata: string;
  readonly searchText: string;
}

/** What a passage is found by: terms (whole), and the words as spelled (pieces of them). */
export interface PassageWords {
  readonly terms: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly vectors: { readonly lexical: SparseVector; readonly words: SparseVector };
}

/** The header and the metadata line count as often in front of the text as SQLite weighs them. */
const HEAD_WEIGHT = 2;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer words are encoded data. */
const MAX_WORD = 256;

export function analyzePassage({ header, metadata, searchText }: SearchedText): PassageWords {
  const head = `${header}\n${metadata}`;
  const headTerms = analyzeText(head);
  const bodyTerms = analyzeText(searchText);
  const terms = countAll(bodyTerms, 1, countAll(headTerms, HEAD_WEIGHT));
  const spelled = splitWords(`${fold(head)}\n${fold(searchText)}`);
  const words = countAll(spelled, 1);
  return {
    terms: new Set(terms.keys()),
    words: new Set(words.keys()),
    vectors: {
      lexical: weighPassage(terms, headTerms.length + bodyTerms.length),
      words: weighPassage(words, spelled.length),
    },
  };
}

function splitWords(folded: string): string[] {
  return [...folded.matchAll(WORD)].map(([word]) => word.slice(0, MAX_WORD).toWellFormed());
}

function countAll(items: readonly string[], weight: number, counts = new Map<string, number>()): Map<string, number> {
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + weight);
  return counts;
}
