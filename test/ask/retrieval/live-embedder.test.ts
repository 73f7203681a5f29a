import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLiveEmbedder } from '../../../src/ask/retrieval/live-embedder.ts';
import { isAbort } from '../../../src/errors.ts';
import type { EmbeddingRecipe } from '../../../src/model.ts';
import type { Embedder } from '../../../src/ports.ts';
import { createScriptedEmbedder } from '../../fakes/scripted-embedder.ts';
import { createWorld } from '../world.ts';

const LETTER = [{ id: 1, texts: ['rent'] }];

/** A live embedder over an index that `scripted` embedded, and the recipes it has built embedders for. */
async function prepare(options: { readonly embedder?: Embedder; readonly deadline?: AbortSignal } = {}) {
  const scripted = createScriptedEmbedder();
  const { index } = await createWorld(LETTER, { embedder: scripted.embedder });
  const built: EmbeddingRecipe[] = [];
  const clock = { ms: 0 };
  const live = createLiveEmbedder({
    index,
    embedderOf: (recipe) => {
      built.push(recipe);
      return options.embedder ?? scripted.embedder;
    },
    now: () => clock.ms,
    createDeadline: () => options.deadline ?? new AbortController().signal,
  });
  return { live, built, clock, recipe: await scripted.embedder.recipe() };
}

/** Waits until it is aborted. */
const SLOW: Embedder = {
  recipe: (options) =>
    new Promise((_resolve, reject) => {
      if (options?.signal?.aborted) reject(options.signal.reason);
      options?.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true });
    }),
  embedDocuments: () => assert.fail('no document is embedded here'),
  embedQuery: () => assert.fail('not asked'),
};

describe('the embedder of questions', () => {
  it('is made for the recipe of the live index, and kept', async () => {
    const { live, built, recipe } = await prepare();
    assert.deepEqual(await live.recipe(), recipe);
    await live.embedQuery('rent');
    assert.deepEqual(built, [recipe]);
  });

  it('asks again who a model is after a minute: it may have been pulled anew under its name', async () => {
    const { live, built, clock } = await prepare();
    await live.recipe();
    clock.ms = 59_999;
    await live.recipe();
    assert.equal(built.length, 1);
    clock.ms = 60_000;
    await live.recipe();
    assert.equal(built.length, 2);
  });

  it('gives up when a question has waited long enough', async () => {
    const deadline = new AbortController();
    const { live } = await prepare({ embedder: SLOW, deadline: deadline.signal });
    const asking = live.recipe();
    deadline.abort(new DOMException('too late', 'TimeoutError'));
    await assert.rejects(asking, { name: 'UnavailableError', service: 'ollama', message: /took too long/ });
  });

  it('ends with the asker', async () => {
    const controller = new AbortController();
    const { live } = await prepare({ embedder: SLOW });
    const asking = live.recipe({ signal: controller.signal });
    controller.abort();
    await assert.rejects(asking, isAbort);
  });
});
