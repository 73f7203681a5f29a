import type { EmbeddingRecipe } from '../../src/model.ts';
import type { Embedder, EmbeddingFailure } from '../../src/ports.ts';
import { fold } from '../../src/text/fold.ts';

export interface ScriptedEmbedder {
  readonly embedder: Embedder;
  /** The texts embedded so far, documents and questions. */
  readonly texts: string[];
  /** Makes every further call fail with this error, until it is set to undefined. */
  failWith(error: Error | undefined): void;
  /** Becomes another model, as after a change of configuration. */
  changeRecipe(changes: Partial<EmbeddingRecipe>): void;
}

const RECIPE: EmbeddingRecipe = {
  model: 'scripted',
  digest: 'sha256:0',
  documentPrefix: '',
  queryPrefix: '',
  dimensions: 64,
};

/**
 * Deterministic unit-length embeddings: texts are near when they share words, and words that `synonyms` maps to the
 * same concept are the same word. A text without words is an `EmbeddingFailure`.
 */
export function createScriptedEmbedder(synonyms: Readonly<Record<string, string>> = {}): ScriptedEmbedder {
  let recipe = RECIPE;
  let error: Error | undefined;
  const texts: string[] = [];

  const enter = (signal: AbortSignal | undefined, entered: readonly string[]) => {
    signal?.throwIfAborted();
    if (error !== undefined) throw error;
    texts.push(...entered);
  };
  const embed = (text: string): Float32Array | EmbeddingFailure => {
    const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length === 0) return { reason: 'no words' };
    const embedding = new Float32Array(recipe.dimensions);
    for (const word of words) {
      const at = hash(synonyms[word] ?? word) % recipe.dimensions;
      embedding[at] = (embedding[at] ?? 0) + 1;
    }
    const length = Math.hypot(...embedding);
    return embedding.map((value) => value / length);
  };

  return {
    texts,
    failWith: (next) => {
      error = next;
    },
    changeRecipe: (changes) => {
      recipe = { ...recipe, ...changes };
    },
    embedder: {
      async recipe(options) {
        enter(options?.signal, []);
        return recipe;
      },
      async embedDocuments(documents, options) {
        enter(options?.signal, documents);
        return documents.map(embed);
      },
      async embedQuery(text, options) {
        enter(options?.signal, [text]);
        const embedding = embed(text);
        return embedding instanceof Float32Array ? embedding : new Float32Array(recipe.dimensions);
      },
    },
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193);
  return state >>> 0;
}
