import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Ranked } from '../../src/model.ts';
import type { PassageReader, PassageWriter, SearchOptions } from '../../src/ports.ts';
import {
  collect,
  createDocument,
  createEntry,
  DENSE,
  type EntryOptions,
  toUnit,
} from '../contract/passage-index-world.ts';
import { MemoryIndex } from '../fakes/memory-index.ts';
import { createSqliteWorld } from './create-sqlite-world.ts';

const id = fc.integer({ min: 1, max: 12 });
const word = fc.constantFrom('apple', 'applecart', 'pear', 'bear', 'RE-2024-001', 'Straße', 'grün', 'die', 'the');
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
const number = fc.integer({ min: -3, max: 3 });
const vector = fc.tuple(number, number, number).map(([x, y, z]) => [x, y, z, 1]);
const few = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }).map((list) => list.sort());
const permissions = fc.record({ owner: few, viewUsers: ids, viewGroups: ids });

const options: fc.Arbitrary<EntryOptions> = fc
  .record({
    passages: fc.array(fc.tuple(text, vector), { minLength: 1, maxLength: 3 }),
    title: text,
    metadata: text,
    created: fc.constantFrom(undefined, '2024-01-01', '2024-06-30'),
    permissions,
    correspondent: few,
    tags: ids,
  })
  .map(({ passages, correspondent, ...rest }) => ({
    ...rest,
    ...(correspondent === undefined ? {} : { correspondent }),
    texts: passages.map(([body]) => body),
    embeddings: passages.map(([, embedding]) => embedding),
  }));

type Step = (writer: PassageWriter) => Promise<void>;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.array(fc.tuple(id, options), { maxLength: 4 }).map((list): Step => {
    const entries = list.map(([document, entry]) => createEntry(document, entry));
    return (writer) => writer.replace(entries);
  }),
  fc.tuple(id, options).map(([document, entry]): Step => {
    return (writer) => writer.updateMetadata([createDocument(document, entry)]);
  }),
  fc.array(id, { maxLength: 3 }).map(
    (list): Step =>
      (writer) =>
        writer.remove(list),
  ),
  fc.constant((writer: PassageWriter) => writer.finish()),
);

const search: fc.Arbitrary<SearchOptions> = fc
  .record({
    correspondent: few,
    tags: fc.option(ids, { nil: undefined }),
    createdFrom: fc.constantFrom(undefined, '2024-01-01', '2024-01-02'),
    user: few,
    groups: ids,
  })
  .map(({ user, groups, ...filter }) => ({
    filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    scope: user === undefined ? { kind: 'everything' } : { kind: 'user', user, groups },
  }));

const TERMS = ['appl', 'applecart', 'pear', 'bear', '#re2024001', 'strass', 'grun', 'die', 'the'];

describe('SqlitePassageIndex and MemoryIndex', () => {
  const world = createSqliteWorld();
  const indexes = [world.open(), new MemoryIndex()];
  after(() => world.close());

  const askAll = async (steps: readonly Step[], bounds: SearchOptions, query: readonly number[]) => {
    const answers = [];
    for (const index of indexes) {
      const { id: generation } = await index.begin(DENSE);
      const writer = await index.writer(generation);
      for (const run of steps) await run(writer);
      await writer.finish();
      answers.push(await ask(writer, bounds, query));
      await index.discard(generation);
    }
    const [sqlite = assert.fail(), memory = assert.fail()] = answers;
    return { sqlite, memory };
  };

  it('rank alike, scores included, after any writes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        search,
        vector,
        async (steps, bounds, query) => {
          const { sqlite, memory } = await askAll(steps, bounds, query);
          assertAlike(sqlite, memory);
        },
      ),
      { numRuns: 80 },
    );
  });
});

async function ask(reader: PassageReader, bounds: SearchOptions, query: readonly number[]) {
  const { documents, passages } = await reader.stats();
  return {
    stems: round(await reader.stemsTop(TERMS.slice(0, 4), 50, bounds)),
    stemsCut: roundCut(await reader.stemsTop(TERMS, 4, bounds)),
    parts: round(await reader.partsTop(['ppl', 'ear', 'strasse'], 50, bounds)),
    partsCut: roundCut(await reader.partsTop(['apple', 'the'], 3, bounds)),
    dense: toCosines(await reader.denseTop(toUnit(query), 50, bounds)),
    frequencies: await reader.frequencies(TERMS),
    vocabulary: await reader.vocabulary({ kind: 'starts', text: 'a' }, 20),
    counts: [await reader.countDocuments(bounds), documents, passages],
    documents: await collect(reader.documents()),
  };
}

/** Both compute in doubles, but in another order: what is equal for one may differ in the last bit for the other. */
function round(rows: readonly Ranked[]) {
  return rows
    .map((row) => ({ ...row, score: Number(row.score.toPrecision(4)) }))
    .sort((a, b) => b.score - a.score || a.id.localeCompare(b.id));
}

/** Which of those that tie at the end are still in front of the cut is such a bit's choice. */
function roundCut(rows: readonly Ranked[]) {
  const rounded = round(rows);
  const last = rounded.at(-1)?.score;
  return { scores: rounded.map(({ score }) => score), sure: rounded.filter(({ score }) => score !== last) };
}

function toCosines(rows: readonly Ranked[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ id: passage, score }) => [passage, score]));
}

/** Up to the cosines' rounding: one side computes them in float32. */
function assertAlike<T extends { dense: ReadonlyMap<string, number> }>(sqlite: T, memory: T): void {
  assert.deepEqual(
    { ...sqlite, dense: [...sqlite.dense.keys()].sort() },
    { ...memory, dense: [...memory.dense.keys()].sort() },
  );
  for (const [passage, cosine] of sqlite.dense)
    assert.ok(Math.abs(cosine - (memory.dense.get(passage) ?? 9)) < 1e-5, `cosine of ${passage}`);
}
