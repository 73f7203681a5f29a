import { measureIdf, type SparseVector, toSparseVector } from './sparse-vector.ts';
import type { Vocabulary } from './vocabulary.ts';
import { countWord, findWords } from './word-list.ts';

const LEAST_CHARACTERS = 3;
/** Words taken for one part, the most frequent first: a part with more is no clue. */
const MOST_WORDS = 1_000;

/**
 * A query for all words that contain one of `parts`. The words of a part weigh as if they were one word: by how rare
 * all of them together are. Weighed each on its own, a rare compound would count for more than the word asked for.
 */
export function weighParts(parts: readonly string[], vocabulary: Vocabulary): SparseVector {
  const weights: [string, number][] = [];
  for (const part of new Set(parts)) {
    if ([...part].length < LEAST_CHARACTERS) continue;
    const words = findWords(vocabulary.words, { kind: 'contains', text: part }, MOST_WORDS);
    const frequencies = words.map((word) => countWord(vocabulary.words, word));
    const idf = measureIdf(estimateUnion(frequencies, vocabulary.passages), vocabulary.passages);
    for (const word of words) weights.push([word, idf]);
  }
  return toSparseVector(weights);
}

/** How many of `passages` hold any of the words, if the words came independently of each other. */
function estimateUnion(frequencies: readonly number[], passages: number): number {
  const without = frequencies.reduce((share, frequency) => share * (1 - Math.min(1, frequency / passages)), 1);
  return passages * (1 - without);
}
