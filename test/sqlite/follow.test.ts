import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { EVERYTHING } from '../../src/model.ts';
import type { PassageReader } from '../../src/ports.ts';
import { createEntry, LEXICAL, openReader, publishEntries } from '../contract/passage-index-world.ts';
import { createSqliteWorld } from './create-sqlite-world.ts';

const DOCUMENTS = 20;
const BUILDS = 6;

describe('readers that are open all the time', () => {
  const world = createSqliteWorld();
  after(() => world.close());

  it('never fail nor find less, through ticks, full builds, publications and restarts of the writer', async () => {
    const create = (id: number, word: string) => createEntry(id, { texts: [`lemon ${word}`, `lemon again ${word}`] });
    const all = (word: string) => Array.from({ length: DOCUMENTS }, (_, index) => create(index + 1, word));
    const first = world.open();
    await publishEntries(first, LEXICAL, all('first'));
    await first.close();

    let done = false;
    const readOn = async (reader: PassageReader) => {
      const seen = new Set<string>();
      let calls = 0;
      for (; !done; calls += 1) {
        const hits = await reader.stemsTop(['lemon'], 1_000, { scope: EVERYTHING });
        assert.equal(hits.length, 2 * DOCUMENTS);
        seen.add(reader.generation.id);
      }
      return { calls, seen };
    };
    const readers = [await openReader(world.open()), await openReader(world.open())];
    const reading = readers.map(readOn);

    for (let build = 1; build <= BUILDS; build += 1) {
      const index = world.open();
      const [live] = await index.generations();
      const tick = await index.writer(live?.id ?? '');
      const next = await index.begin(LEXICAL);
      const full = await index.writer(next.id);
      for (const entry of all(`build${build}`)) {
        await full.replace([entry]);
        await tick.replace([create(entry.document.id, `tick${build}`)]);
        // The readers' answers come in here.
        await new Promise((resolve) => setImmediate(resolve));
      }
      await tick.finish();
      await index.publish(next.id);
      await index.close();
    }
    done = true;
    for (const { calls, seen } of await Promise.all(reading)) {
      assert.ok(calls > BUILDS, `${calls} calls`);
      assert.ok(seen.size > 1, 'the readers have followed');
    }
    // A former file goes with the next build, once nobody reads it any more.
    for (const reader of readers) await reader.stats();
    const last = world.open();
    await last.discard((await last.begin(LEXICAL)).id);
    const files = readdirSync(world.folder).filter((name) => name.endsWith('.sqlite'));
    assert.equal(files.length, 1, `former generations are removed: ${files}`);
  });
});
