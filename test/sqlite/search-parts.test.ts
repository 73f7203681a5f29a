import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import type { PassageReader } from '../../src/ports.ts';
import { createEntry, LEXICAL, openReader, publishEntries, toIds } from '../contract/passage-index-world.ts';
import { createSqliteWorld } from './create-sqlite-world.ts';

const ALL = { scope: EVERYTHING };
const COMMON = 700;

describe('pieces of words that hundreds of passages hold', () => {
  const world = createSqliteWorld();
  let reader: PassageReader;
  before(async () => {
    const text = 'Die Zahnversicherung zahlt den Beitrag.';
    await publishEntries(world.open(), LEXICAL, [
      createEntry(1, { texts: ['Die Krankenversicherung zahlt die Brille.', `Nichts. ${text}`] }),
      ...Array.from({ length: COMMON }, (_, index) => createEntry(100 + index, { texts: [text] })),
      createEntry(2, { texts: ['Versicherung, Zahnversicherung, Beitrag'], correspondent: 7 }),
      ...Array.from({ length: 2 * COMMON }, (_, index) => createEntry(2_000 + index, { texts: ['Der Garten blüht.'] })),
    ]);
    reader = await openReader(world.open());
  });
  after(() => world.close());

  it('come after the rarer ones', async () => {
    const [first] = await reader.partsTop(['versicherung', 'brille'], 5, ALL);
    assert.equal(first?.id, '1-0');
  });

  it('count as often as they are there, among passages of like length', async () => {
    const hits = await reader.partsTop(['versicherung'], 40, ALL);
    assert.equal(hits.length, 40);
    assert.equal(hits[0]?.id, '2-0');
  });

  it('are looked for within the filter only', async () => {
    const filter = { correspondent: 7 };
    assert.deepEqual(toIds(await reader.partsTop(['versicherung', 'garten'], 5, { ...ALL, filter })), ['2-0']);
  });

  it('fill a long list', async () => {
    assert.equal((await reader.partsTop(['beitrag'], 2 * COMMON, ALL)).length, COMMON + 2);
  });
});

describe('pieces of words', () => {
  const world = createSqliteWorld();
  after(() => world.close());

  it('are not found in a passage that holds their trigrams in another order', async () => {
    await publishEntries(world.open(), LEXICAL, [
      createEntry(1, { texts: ['abcx bcde'] }),
      createEntry(2, { texts: ['xxabcdexx'] }),
    ]);
    const reader = await openReader(world.open());
    assert.deepEqual(toIds(await reader.partsTop(['abcde'], 5, ALL)), ['2-0']);
    assert.deepEqual(await reader.partsTop(['cdeabc'], 5, ALL), []);
  });
});
