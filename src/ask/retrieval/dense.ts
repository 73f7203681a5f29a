import { isDeepStrictEqual } from 'node:util';
import { ConfigError, isKnownError } from '../../errors.ts';
import type { Ranked } from '../../model.ts';
import type { PassageReader, SearchOptions } from '../../ports.ts';
import type { AskDeps, QueryEmbedder } from '../deps.ts';
import { REASONS } from '../reasons.ts';

export interface DenseLeg {
  /** Best first; undefined when the leg didn't run. */
  readonly rows: readonly Ranked[] | undefined;
  /** Why it didn't run although an embedder is configured, in words for people. */
  readonly degraded?: string;
}

/**
 * The passages nearest in meaning. Runs only when the live generation was embedded by the very recipe the embedder has
 * now: vectors of two models can't be compared. Whatever goes wrong with the embedder costs this leg, not the answer.
 */
export async function searchDense(
  text: string,
  k: number,
  reader: PassageReader,
  deps: Pick<AskDeps, 'embedder' | 'log'>,
  search: SearchOptions,
): Promise<DenseLeg> {
  const { embedder } = deps;
  if (embedder === undefined) return { rows: undefined };
  const embedding = await embedQuestion(text, embedder, reader, search).catch((error: unknown) => {
    if (!isKnownError(error)) throw error;
    // The cause may repeat the question.
    deps.log.warn(
      { code: error.code, reason: error.message },
      'the question could not be embedded, searching by words only',
    );
    return error instanceof ConfigError
      ? 'the model that the index was embedded with is not available'
      : 'the embedding service could not be used';
  });
  if (typeof embedding === 'string') return { rows: undefined, degraded: `${REASONS.wordsOnly}: ${embedding}` };
  return { rows: await reader.denseTop(embedding, k, search) };
}

async function embedQuestion(
  text: string,
  embedder: QueryEmbedder,
  reader: PassageReader,
  search: SearchOptions,
): Promise<Float32Array | string> {
  const options = search.signal === undefined ? {} : { signal: search.signal };
  const indexed = reader.generation.recipe.embedding;
  if (indexed === undefined) return 'the index has no embeddings yet';
  if (!isDeepStrictEqual(indexed, await embedder.recipe(options))) return 'the index was embedded with another model';
  return embedder.embedQuery(text, options);
}
