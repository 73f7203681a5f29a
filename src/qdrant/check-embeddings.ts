import { IndexMismatchError } from '../errors.ts';
import type { EmbeddingRecipe } from '../model.ts';
import type { IndexEntry } from '../ports.ts';

/** Throws before anything is sent: Qdrant takes a vector of zeros without complaint, and refuses a batch for one bad one. */
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
    const length = Math.hypot(...embedding);
    // Also true for NaN.
    if (!(Math.abs(length - 1) <= 1e-3)) {
      throw new RangeError(complain(`an embedding has length ${length} instead of 1`));
    }
  }
}
