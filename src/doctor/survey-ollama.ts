import { isDeepStrictEqual } from 'node:util';
import type { EmbeddingRecipe } from '../model.ts';
import type { OllamaEmbedder } from '../ollama/ollama-embedder.ts';
import type { CallOptions } from '../ports.ts';
import { attempt, type Outcome } from './attempt.ts';

export interface OllamaAccess {
  /** The configured model. */
  readonly model: string;
  readonly embedder: OllamaEmbedder;
  readonly embedderOf: (recipe: EmbeddingRecipe) => OllamaEmbedder;
}

export interface OllamaFacts {
  readonly model: string;
  /** What it is; the value proves that it embeds. */
  readonly recipe: Outcome<EmbeddingRecipe>;
  readonly languages: 'english' | 'multilingual' | 'unknown';
  /** What the model of the live index is now; undefined when there is none, or it is made with today's recipe. */
  readonly former: Outcome<EmbeddingRecipe> | undefined;
}

/** `live`: what the live index was embedded with; `embedderOf` makes an embedder of just that. */
export async function surveyOllama(
  { model, embedder, embedderOf }: OllamaAccess,
  live: EmbeddingRecipe | undefined,
  options: CallOptions,
): Promise<OllamaFacts> {
  const languages = await attempt('ollama', options, async (inTime) => (await embedder.check(inTime)).languages);
  if (languages.error !== undefined) return { model, recipe: languages, languages: 'unknown', former: undefined };
  const recipe = await attempt('ollama', options, (inTime) => embedder.recipe(inTime));
  const former =
    live === undefined || isDeepStrictEqual(recipe.value, live)
      ? undefined
      : await attempt('ollama', options, (inTime) => embedderOf(live).recipe(inTime));
  return { model, recipe, languages: languages.value, former };
}
