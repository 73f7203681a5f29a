import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import type { PassageReader } from '../../src/ports.ts';
import { createDocument, createEntry, LEXICAL, publishEntries } from '../contract/passage-index-world.ts';
import { createSqliteWorld } from './create-sqlite-world.ts';

const ALL = { scope: EVERYTHING };
const REPLACED = createEntry(5, { texts: [`bill for tulips ${'and so on '.repeat(3_000)}`, 'paid'] });

/** Ten letters with the same word, one of them longer than a byte or two can count. */
function createLetters() {
  const letters = Array.from({ length: 10 }, (_, index) => createEntry(index + 1, { texts: [`bill ${index}`] }));
  return letters.with(4, REPLACED);
}

describe('how rare a word is and how long a passage, compared with the others', () => {
  const world = createSqliteWorld();
  const index = world.open();
  after(() => world.close());

  const readScores = async (reader: PassageReader) => ({
    stems: await reader.stemsTop(['bill', 'tulip', 'paid'], 20, ALL),
    parts: await reader.partsTop(['ill', 'tuli', 'aid'], 20, ALL),
    frequencies: await reader.frequencies(['bill', 'tulip', 'paid']),
  });
  const publishLetters = async () => publishEntries(index, LEXICAL, createLetters());

  it('does not drift when one of ten passages is replaced fifty times', async () => {
    const { writer } = await publishLetters();
    const fresh = await readScores(writer);
    for (let n = 0; n < 50; n += 1) {
      await writer.replace([createEntry(5, { texts: ['bill for something else'] })]);
      await writer.replace([REPLACED]);
    }
    assert.deepEqual(await readScores(writer), fresh);
  });

  it('does not drift with the metadata lines, nor with what is removed', async () => {
    const { writer } = await publishLetters();
    const fresh = await readScores(writer);
    await writer.replace([createEntry(11, { texts: ['bill', 'tulips, paid'] })]);
    for (const metadata of ['Bill', 'Receipt, paid', '']) {
      await writer.updateMetadata([createDocument(2, { metadata }), createDocument(5, { metadata })]);
    }
    await writer.remove([11]);
    assert.deepEqual(await readScores(writer), fresh);
  });

  it('is right when all that was there is gone and other things come', async () => {
    const { writer } = await publishLetters();
    const fresh = await readScores(writer);
    await writer.remove(createLetters().map(({ document }) => document.id));
    assert.deepEqual(await writer.stemsTop(['bill'], 20, ALL), []);
    await writer.replace(createLetters());
    assert.deepEqual(await readScores(writer), fresh);
  });

  it('is put right by the next replacement in a file that has drifted before', async () => {
    const { writer, generation } = await publishLetters();
    const fresh = await readScores(writer);
    const database = new DatabaseSync(join(world.folder, `${generation.id}.sqlite`));
    database.exec("INSERT INTO stems (rowid, body) VALUES (999, 'gone'); DELETE FROM stems WHERE rowid = 999");
    database.exec("INSERT INTO parts (rowid, text) VALUES (999, 'gone'); DELETE FROM parts WHERE rowid = 999");
    database.close();
    assert.notDeepEqual(await readScores(writer), fresh);
    await writer.replace([REPLACED]);
    assert.deepEqual(await readScores(writer), fresh);
  });
});
