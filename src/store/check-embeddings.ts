import { IndexMismatchError } from '../errors.ts';
import type { EmbeddingRecipe } from '../model.ts';
import type { IndexEntry } from '../ports.ts';

/**
 * Throws before anything is written: every embedding must fit the recipe and have length 1. Qdrant takes zeros without
 * complaint, and refuses a batch for one bad embedding; SQLite would sort a distance that is not finite first.
 */
export function checkEmbeddings(entry: IndexEntry, recipe: EmbeddingRecipe | undefined): void {
  const { document, passages, embeddings } = entry;
  if (!embeddings) return;
  const complain = (problem: string) => `Document ${document.id} cannot be indexed: ${problem}.`;
  if (!recipe) throw new IndexMismatchError(complain('it comes with embeddings, but this generation holds none'));
  if (embeddings.length !== passages.length) {
    throw new RangeError(complain(`it has ${passages.length} passages and ${embeddings.length} embeddings`));
  }
  for (const embedding of embeddings) {
    if (embedding.length !== recipe.dimensions) {
      throw new IndexMismatchError(
        complain(`its embeddings have ${embedding.length} dimensions, this generation holds ${recipe.dimensions}`),
      );
    }
    const length = measureLength(embedding);
    // Also refuses NaN.
    if (!(Math.abs(length - 1) <= 1e-3)) {
      throw new RangeError(complain(`an embedding has length ${length} instead of 1`));
    }
  }
}

function measureLength(embedding: Float32Array): number {
  let sum = 0;
  for (const value of embedding) sum += value * value;
  return Math.sqrt(sum);
}
