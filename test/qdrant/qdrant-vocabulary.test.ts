import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EVERYTHING } from '../../src/model.ts';
import type { PassageWriter } from '../../src/ports.ts';
import { createDocument, createEntry, LEXICAL, openReader, publishEntries } from '../contract/passage-index-world.ts';
import { createQdrantWorld } from './create-qdrant-world.ts';

// The analyzer leaves these as they are.
const WORDS = ['kiwi', 'lemon', 'peach', 'plum'] as const;

type Step =
  | { readonly kind: 'replace'; readonly id: number; readonly texts: readonly string[] }
  | { readonly kind: 'metadata'; readonly id: number; readonly metadata: string }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'finish' | 'reopen' };

const id = fc.integer({ min: 1, max: 3 });
const word = fc.constantFrom(...WORDS);
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), id, texts: fc.array(text, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('metadata' as const), id, metadata: word }),
  fc.record({ kind: fc.constant('remove' as const), id }),
  fc.record({ kind: fc.constantFrom('finish' as const, 'reopen' as const) }),
);

/** What the vocabulary should be: of each document the metadata word and the texts. */
type Model = Map<number, { readonly texts: readonly string[]; readonly metadata: string }>;

describe('the vocabulary in Qdrant', () => {
  it('is exact after any writes, summed up or not, also for a reader that looked before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const world = await createQdrantWorld();
        try {
          const { writer: first, generation } = await publishEntries(world.open(), LEXICAL, []);
          const reader = await openReader(world.open());
          const model: Model = new Map();
          let writer = first;
          for (const each of steps) {
            if (each.kind === 'reopen') writer = await world.open().writer(generation.id);
            else await apply(each, writer, model);
            assert.deepEqual(await reader.frequencies(WORDS), countWords(model));
          }
          const words = await reader.vocabulary({ kind: 'starts', text: 'p' }, 10);
          const counts = countWords(model);
          assert.deepEqual(new Set(words), new Set([...counts.keys()].filter((each) => each.startsWith('p'))));
        } finally {
          await world.close();
        }
      }),
      { numRuns: 8 },
    );
  });

  it('is asked for once by all the calls of one moment', async () => {
    const world = await createQdrantWorld();
    try {
      await publishEntries(world.open(), LEXICAL, [createEntry(1, { texts: ['plum'] })]);
      const reader = await openReader(world.open());
      const ask = () =>
        Promise.all([
          reader.frequencies(['plum']),
          reader.vocabulary({ kind: 'starts', text: 'pl' }, 5),
          reader.partsTop(['plu'], 5, { scope: EVERYTHING }),
        ]);
      await ask();
      const before = world.fake.requests.length;
      const [frequencies, terms, hits] = await ask();
      assert.deepEqual([frequencies.get('plum'), terms, hits.length], [1, ['plum'], 1]);
      const paths = world.fake.requests.slice(before).map(({ path }) => path.replace(/-\d.*?\//, '/'));
      assert.deepEqual(paths.slice(0, 2), ['/collections/paperless', '/collections/paperless/points/scroll']);
      assert.equal(paths.filter((path) => path.endsWith('/scroll')).length, 1);
    } finally {
      await world.close();
    }
  });

  it('is summed up by itself when many documents of a live generation change', async () => {
    const world = await createQdrantWorld();
    try {
      const { generation } = await publishEntries(world.open(), LEXICAL, []);
      const writer = await world.open().writer(generation.id);
      await writer.replace(Array.from({ length: 500 }, (_, index) => createEntry(index + 1, { texts: ['kiwi'] })));
      world.fake.requests.length = 0;
      const reader = await openReader(world.open());
      assert.deepEqual(await reader.frequencies(['kiwi']), new Map([['kiwi', 500]]));
      const scrolls = world.fake.requests.filter(({ path }) => path.endsWith('/scroll'));
      assert.equal(scrolls.length, 1, 'no record has to be read');
    } finally {
      await world.close();
    }
  });

  it('says so when a part of it is gone, instead of finding nothing', async () => {
    const world = await createQdrantWorld();
    try {
      const { generation } = await publishEntries(world.open(), LEXICAL, [createEntry(1, { texts: ['kiwi'] })]);
      const points = world.fake.collections.get(`paperless-${generation.id}`)?.points ?? new Map();
      for (const [key, { payload }] of points) if (payload.counts !== undefined) points.delete(key);
      const reader = await openReader(world.open());
      await assert.rejects(reader.frequencies(['kiwi']), { name: 'StorageError', message: /--full/ });
    } finally {
      await world.close();
    }
  });
});

async function apply(each: Exclude<Step, { kind: 'reopen' }>, writer: PassageWriter, model: Model): Promise<void> {
  if (each.kind === 'finish') await writer.finish();
  else if (each.kind === 'remove') {
    await writer.remove([each.id]);
    model.delete(each.id);
  } else if (each.kind === 'replace') {
    await writer.replace([createEntry(each.id, { texts: each.texts })]);
    model.set(each.id, { texts: each.texts, metadata: '' });
  } else if (each.kind === 'metadata') {
    await writer.updateMetadata([createDocument(each.id, { metadata: each.metadata })]);
    const old = model.get(each.id);
    if (old) model.set(each.id, { ...old, metadata: each.metadata });
  }
}

function countWords(model: Model): Map<string, number> {
  const passages = [...model.values()].flatMap(({ texts, metadata }) => texts.map((each) => `${each} ${metadata}`));
  const counts = WORDS.map(
    (each) => [each, passages.filter((passage) => passage.split(' ').includes(each)).length] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
}
