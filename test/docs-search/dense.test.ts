import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { IndexMismatchError, UnavailableError } from '../../src/errors.ts';
import type { Embedder } from '../../src/ports.ts';
import { createScriptedEmbedder } from '../fakes/scripted-embedder.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { openDocsWorld } from './open-docs-world.ts';

const SYNONYMS = { start: 'launch', begin: 'launch', install: 'deploy', rollout: 'deploy' };
const ids = (answer: Record<string, unknown>) => (answer.results as { id: string }[]).map(({ id }) => id);

describe('with an embedding model', () => {
  it('finds by meaning what no word finds', async (context) => {
    const { embedder, changeRecipe } = createScriptedEmbedder(SYNONYMS);
    // Wide enough that two words hardly ever share a place.
    changeRecipe({ dimensions: 4096 });
    const { searchIn } = await openDocsWorld(context, { openEmbedder: () => embedder });
    assert.equal(ids(await searchIn('hybrid', 'rollout'))[0], 'guides/setup.md');
  });

  it('finds nothing for nonsense', async (context) => {
    const { embedder, changeRecipe } = createScriptedEmbedder(SYNONYMS);
    // Wide enough that two words hardly ever share a place.
    changeRecipe({ dimensions: 4096 });
    const { searchIn } = await openDocsWorld(context, { openEmbedder: () => embedder });
    assert.deepEqual(ids(await searchIn('hybrid', 'zzyzx qwfp')), []);
  });

  it('that is down at the start it searches by words, says so, and comes back', async (context) => {
    const { embedder, failWith } = createScriptedEmbedder(SYNONYMS);
    failWith(new UnavailableError('ollama', 'Ollama cannot be reached.'));
    const { searchIn } = await openDocsWorld(context, { openEmbedder: () => embedder });
    const answer = await searchIn('lexical', 'cursor');
    assert.deepEqual(ids(answer), ['guides/backup.md']);
    assert.match(String(answer.warning), /^Searched by words only: the embedding model does not answer|not ready yet/);
    failWith(undefined);
    assert.equal((await searchIn('hybrid', 'cursor')).warning, undefined);
  });

  it('that dies later it answers by words, with a warning', async (context) => {
    const { embedder, failWith } = createScriptedEmbedder(SYNONYMS);
    const { searchIn } = await openDocsWorld(context, { openEmbedder: () => embedder });
    await searchIn('hybrid', 'cursor');
    failWith(new UnavailableError('ollama', 'Ollama cannot be reached.'));
    const answer = await searchIn('lexical', 'cursor');
    assert.deepEqual(ids(answer), ['guides/backup.md']);
    assert.match(String(answer.warning), /does not answer/);
  });

  it('embeds nothing twice: the cache is taken at the next start', async (context) => {
    const cacheFile = join(temporaryFolder(context), 'cache');
    const first = createScriptedEmbedder();
    await (await openDocsWorld(context, { openEmbedder: () => first.embedder, cacheFile })).searchIn(
      'hybrid',
      'cursor',
    );
    const second = createScriptedEmbedder();
    await (await openDocsWorld(context, { openEmbedder: () => second.embedder, cacheFile })).searchIn(
      'hybrid',
      'cursor',
    );
    const passages = (texts: readonly string[]) => texts.filter((text) => text.includes('\n')).length;
    assert.deepEqual([passages(first.texts), passages(second.texts)], [3, 0]);
  });

  for (const [name, damage] of [
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 7)],
    ['changed in one byte', (bytes: Buffer) => bytes.map((byte, at) => (at === 200 ? byte ^ 1 : byte))],
    ['of something else', () => Buffer.from('hello')],
  ] as const)
    it(`makes the cache anew when the file is ${name}`, async (context) => {
      const cacheFile = join(temporaryFolder(context), 'cache');
      const { embedder } = createScriptedEmbedder();
      await (await openDocsWorld(context, { openEmbedder: () => embedder, cacheFile })).searchIn('hybrid', 'cursor');
      const whole = readFileSync(cacheFile);
      writeFileSync(cacheFile, damage(whole));
      const again = createScriptedEmbedder();
      const { searchIn } = await openDocsWorld(context, { openEmbedder: () => again.embedder, cacheFile });
      assert.equal(ids(await searchIn('hybrid', 'cursor'))[0], 'guides/backup.md');
      assert.deepEqual(readFileSync(cacheFile), whole);
    });

  it('embeds only what is new when the folder changes', async (context) => {
    const { embedder, texts } = createScriptedEmbedder();
    const { root, searchIn } = await openDocsWorld(context, { openEmbedder: () => embedder, watchMs: 1 });
    await searchIn('hybrid', 'cursor');
    const before = texts.length;
    writeFileSync(join(root, 'new.md'), '# Omega\n\nSomething new.\n');
    while (ids(await searchIn('hybrid', 'omega'))[0] !== 'new.md') await setImmediate();
    const embedded = texts.slice(before).filter((text) => text.includes('\n'));
    assert.deepEqual(new Set(embedded), new Set(['new\nOmega\nOmega\n# Omega\n\nSomething new.']));
  });

  it('that gives numbers of another length than it says is no help, and no harm', async (context) => {
    const { embedder } = createScriptedEmbedder();
    const embedDocuments: Embedder['embedDocuments'] = async (texts) => texts.map(() => new Float32Array(3));
    const { searchIn } = await openDocsWorld(context, { openEmbedder: () => ({ ...embedder, embedDocuments }) });
    assert.deepEqual(ids(await searchIn('hybrid', 'cursor')), ['guides/backup.md']);
  });

  it('is of use also where the cache cannot be written', async (context) => {
    const { embedder } = createScriptedEmbedder();
    const cacheFile = join(temporaryFolder(context), 'no', 'such', 'folder', 'cache');
    const { searchIn } = await openDocsWorld(context, { openEmbedder: () => embedder, cacheFile });
    assert.equal(ids(await searchIn('hybrid', 'cursor'))[0], 'guides/backup.md');
  });

  it('of another kind than the cache was made with everything is embedded again', async (context) => {
    const cacheFile = join(temporaryFolder(context), 'cache');
    const { embedder } = createScriptedEmbedder();
    await (await openDocsWorld(context, { openEmbedder: () => embedder, cacheFile })).searchIn('hybrid', 'cursor');
    const other = createScriptedEmbedder();
    other.changeRecipe({ digest: 'sha256:1', dimensions: 32 });
    await (await openDocsWorld(context, { openEmbedder: () => other.embedder, cacheFile })).searchIn(
      'hybrid',
      'cursor',
    );
    assert.ok(other.texts.filter((text) => text.includes('\n')).length >= 3);
  });

  it('that becomes another one in between it answers by words until all is embedded again', async (context) => {
    const { embedder, changeRecipe } = createScriptedEmbedder();
    const { searchIn } = await openDocsWorld(context, { openEmbedder: () => embedder });
    await searchIn('hybrid', 'cursor');
    changeRecipe({ digest: 'sha256:2', dimensions: 32 });
    assert.match(String((await searchIn('lexical', 'cursor')).warning), /model has changed/);
    await searchIn('hybrid', 'cursor');
  });

  it('that takes a question and never answers does not hold the search up: it is answered by words', async (context) => {
    const { embedder } = createScriptedEmbedder();
    let isHanging = false;
    const embedQuery: Embedder['embedQuery'] = (text, options = {}) =>
      isHanging ? untilAborted(options.signal) : embedder.embedQuery(text, options);
    const { searchIn } = await openDocsWorld(context, {
      openEmbedder: () => ({ ...embedder, embedQuery }),
      createDeadline: () => (isHanging ? AbortSignal.abort(new DOMException('late', 'TimeoutError')) : NEVER),
    });
    await searchIn('hybrid', 'cursor');
    isHanging = true;
    assert.match(String((await searchIn('lexical', 'cursor')).warning), /does not answer/);
    isHanging = false;
    await searchIn('hybrid', 'cursor');
  });

  it('that was pulled anew under its name is learnt anew: it was never asked again, and meaning was lost for good', async (context) => {
    let dimensions = 64;
    const openEmbedder = (): Embedder => {
      const { embedder, changeRecipe } = createScriptedEmbedder();
      const learnt = dimensions;
      changeRecipe({ dimensions: learnt, digest: `sha256:${learnt}` });
      // As with Ollama: what was learnt once holds for this embedder, and nothing else is taken from it.
      const ask = <T>(answer: () => Promise<T>): Promise<T> =>
        learnt === dimensions ? answer() : Promise.reject(new IndexMismatchError('The model was replaced.'));
      return {
        recipe: (options) => embedder.recipe(options),
        embedDocuments: (texts, options) => ask(() => embedder.embedDocuments(texts, options)),
        embedQuery: (text, options) => ask(() => embedder.embedQuery(text, options)),
      };
    };
    const { searchIn } = await openDocsWorld(context, { openEmbedder });
    await searchIn('hybrid', 'cursor');
    dimensions = 32;
    await searchIn('lexical', 'cursor');
    await searchIn('hybrid', 'cursor');
  });
});

const NEVER = new AbortController().signal;

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
