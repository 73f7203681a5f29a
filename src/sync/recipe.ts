import { isDeepStrictEqual } from 'node:util';
import type { Recipe } from '../model.ts';

/** True when both make equal passages from equal documents. */
export function isSameRecipe(a: Recipe, b: Recipe): boolean {
  return isSameCut(a, b) && isDeepStrictEqual(a.embedding, b.embedding);
}

/**
 * True when passages of recipe `old` can be made by a program whose recipe is `now`: the same cut and analysis, and
 * either no embeddings at all or the same ones.
 */
export function canMake(old: Recipe, now: Recipe): boolean {
  return isSameCut(old, now) && (old.embedding === undefined || isDeepStrictEqual(old.embedding, now.embedding));
}

function isSameCut(a: Recipe, b: Recipe): boolean {
  return a.schema === b.schema && a.chunker === b.chunker && a.analyzer === b.analyzer;
}
