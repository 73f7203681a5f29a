import { isDeepStrictEqual } from 'node:util';
import type { EmbeddingRecipe } from '../model.ts';
import { type Check, toFailedCheck } from './check.ts';
import type { OllamaFacts } from './survey-ollama.ts';

/** Such a share of documents in other languages is more than a few stray letters. */
const FOREIGN_SHARE = 0.2;

/** `live`: what the live index was embedded with. `foreignShare`: of the documents that aren't English, 0 to 1. */
export function judgeOllama(
  facts: OllamaFacts,
  live: EmbeddingRecipe | undefined,
  foreignShare: number | undefined,
): Check[] {
  const { model, recipe } = facts;
  if (recipe.error !== undefined) return [toFailedCheck('ollama', recipe.error)];
  const message = `Ollama embeds with ${model} (${recipe.value.dimensions} dimensions).`;
  return [
    { name: 'ollama', state: 'ok', message },
    judgeRecipe(recipe.value, live, facts),
    ...judgeLanguage(facts, foreignShare),
  ];
}

function judgeRecipe(now: EmbeddingRecipe, live: EmbeddingRecipe | undefined, { former }: OllamaFacts): Check {
  const name = 'embedding_recipe';
  if (live === undefined)
    return { name, state: 'open', message: 'The live index has no embeddings; the next run builds one that has.' };
  if (isDeepStrictEqual(now, live)) return { name, state: 'ok', message: 'The live index was made with the same.' };
  if (now.model === live.model && now.digest === live.digest && now.dimensions !== live.dimensions) {
    const message = `The model makes ${now.dimensions} dimensions, but the live index holds ${live.dimensions}.`;
    return { name, state: 'failed', message, fix: 'Run paperless-index --full.' };
  }
  const message = `The live index was made ${toDifference(now, live)}; the next run builds a new one beside it.`;
  if (former?.value !== undefined && isDeepStrictEqual(former.value, live)) return { name, state: 'open', message };
  const until = `${message} Until that is complete questions are searched by words only.`;
  return { name, state: 'open', message: until, fix: 'Run paperless-index.' };
}

function toDifference(now: EmbeddingRecipe, live: EmbeddingRecipe): string {
  if (now.model !== live.model) return `with ${live.model}`;
  return now.digest === live.digest ? 'with other prefixes' : `with another version of ${live.model}`;
}

function judgeLanguage({ model, languages }: OllamaFacts, foreignShare: number | undefined): Check[] {
  const name = 'embedding_language';
  if (languages !== 'english' || foreignShare === undefined) return [];
  const share = `${Math.round(foreignShare * 100)} % of the documents are in another language`;
  if (foreignShare < FOREIGN_SHARE)
    return [{ name, state: 'ok', message: `${model} knows English only; about ${share}.` }];
  return [
    {
      name,
      state: 'open',
      message: `${model} knows English only, but about ${share}: by meaning hardly any of these is found.`,
      fix: 'Set EMBEDDING_MODEL to a multilingual model, such as embeddinggemma, after "ollama pull embeddinggemma".',
    },
  ];
}
