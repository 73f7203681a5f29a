import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromStoredRecipe, toStoredRecipe } from '../../src/store/stored-recipe.ts';
import { DENSE, LEXICAL } from '../contract/passage-index-world.ts';

describe('a stored recipe', () => {
  it('survives JSON, with embeddings and without', () => {
    for (const recipe of [DENSE, LEXICAL])
      assert.deepEqual(fromStoredRecipe(JSON.parse(JSON.stringify(toStoredRecipe(recipe)))), recipe);
  });

  it('is written in snake_case, like all that leaves the process', () => {
    const names =
      JSON.stringify(toStoredRecipe(DENSE))
        .match(/\w+(?=":)/g)
        ?.join(' ') ?? '';
    assert.match(names, /document_prefix query_prefix/);
    assert.doesNotMatch(names, /[A-Z]/);
  });
});
