import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PassageReader } from '../../src/ports.ts';
import {
  createEntry,
  type IndexWorld,
  LEXICAL,
  openReader,
  publishEntries,
  type SetUpIndex,
} from './passage-index-world.ts';

/** The vocabulary of the live generation, after `finish`. */
export function describeVocabulary(setUp: SetUpIndex): void {
  describe('the vocabulary', () => {
    let world: IndexWorld;
    let reader: PassageReader;
    before(async () => {
      world = await setUp();
      const index = world.open();
      const { writer } = await publishEntries(index, LEXICAL, [
        createEntry(1, { title: 'banana', texts: ['banana banana kiwi', 'banana'] }),
        createEntry(2, { texts: ['bananarama kiwi', 'band'], metadata: 'bandana' }),
        createEntry(3, { texts: ['gone'] }),
      ]);
      await writer.remove([3]);
      await writer.finish();
      reader = await openReader(world.open());
    });
    after(() => world.close());

    it('counts passages, not occurrences, in header, metadata and body alike', async () => {
      assert.deepEqual(
        await reader.frequencies(['bandana', 'banana', 'kiwi', 'apple', 'banana']),
        new Map([
          ['bandana', 2],
          ['banana', 2],
          ['kiwi', 2],
        ]),
      );
    });

    it('forgets the terms of removed documents', async () => {
      assert.deepEqual(await reader.frequencies(['gone']), new Map());
      assert.deepEqual(await reader.vocabulary({ kind: 'starts', text: 'gone' }, 10), []);
    });

    it('finds the most frequent terms first', async () => {
      const terms = await reader.vocabulary({ kind: 'starts', text: 'ban' }, 10);
      assert.deepEqual(terms.slice(0, 2).toSorted(), ['banana', 'bandana']);
      assert.deepEqual(terms.slice(2).toSorted(), ['bananarama', 'band']);
    });

    it('finds terms that start with a text', async () => {
      const starts = await reader.vocabulary({ kind: 'starts', text: 'banan' }, 10);
      assert.deepEqual(starts, ['banana', 'bananarama']);
    });

    it('finds terms with a first letter and a length, both ends included', async () => {
      const similar = (min: number, max: number) => reader.vocabulary({ kind: 'similar', first: 'b', min, max }, 10);
      assert.deepEqual((await similar(4, 6)).toSorted(), ['banana', 'band']);
      assert.deepEqual(await similar(10, 10), ['bananarama']);
      assert.deepEqual(await similar(5, 5), []);
    });

    it('returns at most as many as asked for', async () => {
      assert.equal((await reader.vocabulary({ kind: 'starts', text: 'ban' }, 2)).length, 2);
      assert.deepEqual(await reader.vocabulary({ kind: 'starts', text: 'ban' }, 0), []);
    });
  });
}
