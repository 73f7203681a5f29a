import { isAbort, isKnownError } from '../errors.ts';
import type { Recipe } from '../model.ts';
import type { Embedder } from '../ports.ts';
import { canMake } from './recipe.ts';
import type { SyncDeps } from './sync-deps.ts';

export interface LiveEmbedder {
  /** False when passages like those of the live generation can't be made (any more, or right now). */
  readonly isMakeable: boolean;
  readonly embedder: Embedder | undefined;
}

/**
 * Who embeds new texts for the live generation: today's model, or the former one for as long as that exists, so that
 * people find what changed while a new index is being built. `now` undefined = today's model can't be asked.
 */
export async function chooseLiveEmbedder(
  deps: Pick<SyncDeps, 'recipe' | 'embedder' | 'embedderOf'>,
  live: Recipe,
  now: Recipe | undefined,
  signal: AbortSignal,
): Promise<LiveEmbedder> {
  const { embedding } = live;
  const lexical = { ...deps.recipe, embedding: undefined };
  if (canMake(live, now ?? lexical))
    return { isMakeable: true, embedder: embedding === undefined ? undefined : deps.embedder };
  const former = embedding && deps.embedderOf?.(embedding);
  if (former === undefined || !canMake({ ...live, embedding: undefined }, lexical))
    return { isMakeable: false, embedder: undefined };
  try {
    const isMakeable = canMake(live, { ...deps.recipe, embedding: await former.recipe({ signal }) });
    return { isMakeable, embedder: former };
  } catch (error) {
    // Removed, or Ollama is down: today's model tells which, and is asked anyway.
    if (isAbort(error) || !isKnownError(error)) throw error;
    return { isMakeable: false, embedder: undefined };
  }
}
