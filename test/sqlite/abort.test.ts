import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { isAbort } from '../../src/errors.ts';
import { EVERYTHING } from '../../src/model.ts';
import type { PassageIndex, PassageReader, PassageWriter } from '../../src/ports.ts';
import {
  createDocument,
  createEntry,
  LEXICAL,
  openReader,
  publishEntries,
  toIds,
} from '../contract/passage-index-world.ts';
import { createSqliteWorld } from './create-sqlite-world.ts';

const ALL = { scope: EVERYTHING };
const PASSAGES = 2_000;
/** What is worked on when the signal comes, and one slice more. */
const MOST_SLICES = 2;

/** A document of noise, no word of it twice. */
function createHuge(version: string) {
  const texts = Array.from({ length: PASSAGES }, (_, position) => `${version} noise${position.toString(36)}x`);
  return createEntry(1, { texts });
}

describe('while a huge document is written', () => {
  const world = createSqliteWorld();
  let index: PassageIndex;
  let writer: PassageWriter;
  let reader: PassageReader;
  before(async () => {
    index = world.open();
    writer = (await publishEntries(index, LEXICAL, [createHuge('first')])).writer;
    reader = await openReader(world.open());
  });
  after(() => world.close());

  const writes: Readonly<Record<string, (signal: AbortSignal) => Promise<void>>> = {
    replace: (signal) => writer.replace([createHuge('second')], { signal }),
    updateMetadata: (signal) => writer.updateMetadata([createDocument(1, { metadata: 'second' })], { signal }),
    remove: (signal) => writer.remove([1], { signal }),
  };
  for (const [name, write] of Object.entries(writes)) {
    it(`an abort ends ${name} within ${MOST_SLICES} slices, undone`, async () => {
      const { slices, error } = await abortAfter(2, write);
      assert.ok(slices <= MOST_SLICES && isAbort(error), `${slices} slices, ${error}`);
      assert.equal((await reader.stats()).passages, PASSAGES);
      assert.deepEqual(await reader.stemsTop(['second'], 5, ALL), []);
      assert.equal((await reader.stemsTop(['first'], 3 * PASSAGES, ALL)).length, PASSAGES);
    });
  }

  it('an abort ends finish as soon, and the next one makes up for it', async () => {
    await writer.remove([]);
    const database = new DatabaseSync(join(world.folder, `${writer.generation.id}.sqlite`));
    const words = Array.from({ length: 230_000 }, (_, word) => `w${word}`).join(' ');
    database.prepare('INSERT INTO stems (rowid, body) VALUES (99999, ?)').run(words);
    const { slices, error } = await abortAfter(1, (signal) => writer.finish({ signal }));
    assert.ok(slices <= MOST_SLICES && isAbort(error), `${slices} slices, ${error}`);
    assert.deepEqual(await reader.vocabulary({ kind: 'starts', text: 'w22999' }, 1), []);
    await writer.finish();
    assert.deepEqual(await reader.vocabulary({ kind: 'starts', text: 'w22999' }, 1), ['w22999']);
    database.exec('DELETE FROM stems WHERE rowid = 99999');
    database.close();
  });

  it('an abort lets an ordinary document be finished', async () => {
    const texts = Array.from({ length: 150 }, (_, position) => `ordinary ${position}`);
    const { error } = await abortAfter(1, (signal) => writer.replace([createEntry(3, { texts })], { signal }));
    assert.equal(error, undefined);
    assert.deepEqual(toIds(await reader.stemsTop(['149'], 5, ALL)), ['3-149']);
  });

  it('an abort leaves the document to be written at the next try', async () => {
    await writer.replace([createHuge('third')]);
    assert.equal((await reader.stemsTop(['third'], 3 * PASSAGES, ALL)).length, PASSAGES);
    assert.deepEqual(await reader.stemsTop(['first'], 5, ALL), []);
  });

  it('a question to the writer waits for the whole', async () => {
    const writing = writer.replace([createHuge('fourth')]);
    await setImmediate();
    const counts = [writer.frequencies(['fourth']), writer.frequencies(['third'])];
    await writing;
    assert.deepEqual(await Promise.all(counts), [new Map([['fourth', PASSAGES]]), new Map()]);
  });
});

/** Aborts when the event loop has turned so often, and counts how often it turns from there to the end. */
async function abortAfter(turns: number, write: (signal: AbortSignal) => Promise<void>) {
  const controller = new AbortController();
  const counted = { slices: 0, error: undefined as unknown };
  let isOver = false;
  const writing = write(controller.signal)
    .catch((error: unknown) => {
      counted.error = error;
    })
    .finally(() => {
      isOver = true;
    });
  for (let turn = 0; !isOver; turn += 1) {
    if (turn === turns) controller.abort();
    if (controller.signal.aborted) counted.slices += 1;
    await setImmediate();
  }
  await writing;
  return counted;
}
