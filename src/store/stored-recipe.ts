import type { Recipe } from '../model.ts';

/** A recipe as JSON: what every store keeps with a generation. */
export interface StoredRecipe {
  readonly schema: number;
  readonly chunker: number;
  readonly analyzer: number;
  readonly embedding: {
    readonly model: string;
    readonly digest: string;
    readonly document_prefix: string;
    readonly query_prefix: string;
    readonly dimensions: number;
  } | null;
}

export function toStoredRecipe({ schema, chunker, analyzer, embedding }: Recipe): StoredRecipe {
  if (embedding === undefined) return { schema, chunker, analyzer, embedding: null };
  const { documentPrefix, queryPrefix, ...rest } = embedding;
  const stored = { ...rest, document_prefix: documentPrefix, query_prefix: queryPrefix };
  return { schema, chunker, analyzer, embedding: stored };
}

/** The inverse of `toStoredRecipe`. */
export function fromStoredRecipe({ schema, chunker, analyzer, embedding }: StoredRecipe): Recipe {
  if (embedding === null) return { schema, chunker, analyzer, embedding: undefined };
  const { document_prefix: documentPrefix, query_prefix: queryPrefix, ...rest } = embedding;
  return { schema, chunker, analyzer, embedding: { ...rest, documentPrefix, queryPrefix } };
}
