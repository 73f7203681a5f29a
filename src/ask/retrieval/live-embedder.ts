import { isDeepStrictEqual } from 'node:util';
import { IndexMismatchError, UnavailableError } from '../../errors.ts';
import type { EmbeddingRecipe } from '../../model.ts';
import type { CallOptions, Embedder, PassageIndex } from '../../ports.ts';
import type { QueryEmbedder } from '../deps.ts';

export interface LiveEmbedderOptions {
  readonly index: Pick<PassageIndex, 'reader'>;
  /** An embedder for this very model with these prefixes, whatever is configured. */
  readonly embedderOf: (recipe: EmbeddingRecipe) => Embedder;
  /** Milliseconds from any fixed start. */
  readonly now: () => number;
  /** Aborts when a question has waited for its embedding long enough. */
  readonly createDeadline?: () => AbortSignal;
}

/** A model may be pulled anew under its old name while this process runs: then it is asked again who it is. */
const TRUST_MS = 60_000;

/** Enough for a slow machine to load the model. */
const PATIENCE_MS = 30_000;

/**
 * Embeds questions as the live generation was embedded: while a new index is built with another model, questions are
 * asked in the old one's way until the new one is live. Throws `ConfigError` when that model is gone, and
 * `UnavailableError('ollama')` when it takes too long.
 */
export function createLiveEmbedder({ index, embedderOf, now, ...rest }: LiveEmbedderOptions): QueryEmbedder {
  const { createDeadline = () => AbortSignal.timeout(PATIENCE_MS) } = rest;
  let known: { readonly recipe: EmbeddingRecipe; readonly embedder: Embedder; readonly sinceMs: number } | undefined;

  const find = async (options: CallOptions): Promise<Embedder> => {
    const recipe = (await index.reader(options))?.generation.recipe.embedding;
    if (recipe === undefined) throw new IndexMismatchError('The index was built without embeddings.');
    const isFresh = known !== undefined && now() - known.sinceMs < TRUST_MS && isDeepStrictEqual(known.recipe, recipe);
    if (known === undefined || !isFresh) known = { recipe, embedder: embedderOf(recipe), sinceMs: now() };
    return known.embedder;
  };

  const inTime = async <T>(
    { signal }: CallOptions,
    ask: (embedder: Embedder, options: CallOptions) => Promise<T>,
  ): Promise<T> => {
    const deadline = createDeadline();
    const options = { signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]) };
    try {
      return await ask(await find(options), options);
    } catch (error) {
      if (!deadline.aborted || signal?.aborted) throw error;
      throw new UnavailableError('ollama', 'Ollama took too long to embed the question. Try again later.', {
        cause: error,
      });
    }
  };

  return {
    recipe: (options = {}) => inTime(options, (embedder, inside) => embedder.recipe(inside)),
    embedQuery: (text, options = {}) => inTime(options, (embedder, inside) => embedder.embedQuery(text, inside)),
  };
}
