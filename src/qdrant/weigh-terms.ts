import { measureIdf, type SparseVector, toSparseVector } from './sparse-vector.ts';
import type { Vocabulary } from './vocabulary.ts';
import { countWord } from './word-list.ts';

/**
 * A query for all passages that hold any of `terms`, the rare ones weighing more. Not left to Qdrant's idf modifier: that
 * goes on counting deleted points until it compacts a segment, which a small collection never sees, and each shard counts
 * only its own. Unknown terms are asked for as well: a document that holds them may just be arriving.
 */
export function weighTerms(terms: readonly string[], { terms: known, passages }: Vocabulary): SparseVector {
  return toSparseVector([...new Set(terms)].map((term) => [term, measureIdf(countWord(known, term), passages)]));
}
