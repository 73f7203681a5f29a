import type { Generation, Recipe } from '../model.ts';
import { isSameRecipe } from './recipe.ts';

export interface GenerationPlan {
  readonly live: Generation | undefined;
  /** A build to go on with, a new one to begin, or none. */
  readonly build: Generation | 'begin' | undefined;
  /** Ids of abandoned builds. */
  readonly discard: readonly string[];
}

/**
 * What to do with the generations there are. A build is wanted on request, when nothing is live, when the recipe
 * changed, and when one with today's recipe was interrupted. `recipe` undefined = unknown right now: nothing is touched.
 */
export function planGenerations(
  generations: readonly Generation[],
  recipe: Recipe | undefined,
  isFull: boolean,
): GenerationPlan {
  const live = generations.find(({ state }) => state === 'live');
  if (recipe === undefined) return { live, build: undefined, discard: [] };
  const building = generations.filter(({ state }) => state === 'building');
  const resumable = building.findLast((generation) => isSameRecipe(generation.recipe, recipe));
  const isWanted = isFull || live === undefined || !isSameRecipe(live.recipe, recipe);
  return {
    live,
    build: resumable ?? (isWanted ? 'begin' : undefined),
    discard: building.filter((generation) => generation !== resumable).map(({ id }) => id),
  };
}
