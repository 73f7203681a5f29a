import assert from 'node:assert/strict';
import { EVERYTHING, type Id, NAME_KINDS, type Passage, type Ranked } from '../../src/model.ts';
import type { PassageIndex, PassageReader } from '../../src/ports.ts';

const USER = { kind: 'user', user: 2, groups: [] } as const;
const STEMS = [['water'], ['rent', 'school'], ['garden', 'tag'], ['compani'], ['beginning', 'begin']];
const PARTS = [['wat'], ['ele', 'pho'], ['compan']];
const MOST = 2_000;

/** Everything that can be read of the live generation, and what is found with a handful of words: for comparing two. */
export async function dumpIndex(index: PassageIndex): Promise<object> {
  const reader = await index.reader();
  assert.ok(reader, 'something is live');
  const stored = await Array.fromAsync(reader.documents());
  const documents = await Promise.all(
    stored.map(async (document) => ({ ...document, passages: await readDocument(reader, document.id) })),
  );
  const names = await reader.names();
  const carriers: object[] = [];
  for (const kind of NAME_KINDS) {
    for (const id of names[kind].keys()) carriers.push({ kind, id, documents: await reader.documentsWith(kind, id) });
  }
  const { documents: documentCount, passages } = await reader.stats();
  return {
    documents,
    names,
    carriers,
    counts: { documents: documentCount, passages },
    found: await search(reader),
    vocabulary: await reader.vocabulary({ kind: 'starts', text: 'w' }, MOST),
    frequencies: await reader.frequencies(STEMS.flat()),
  };
}

/** All passages of a document, read at once. */
export function readDocument(reader: PassageReader, id: Id): Promise<readonly Passage[]> {
  return reader.read(
    Array.from({ length: 16 }, (_, position) => `${id}-${position}`),
    EVERYTHING,
  );
}

async function search(reader: PassageReader): Promise<object> {
  const found: Promise<unknown>[] = [];
  for (const scope of [EVERYTHING, USER]) {
    for (const filter of [{}, { correspondent: 2 }, { tags: [3] }]) {
      const options = { scope, filter };
      for (const terms of STEMS) found.push(reader.stemsTop(terms, MOST, options).then(toRoundedScores));
      for (const parts of PARTS) found.push(reader.partsTop(parts, MOST, options).then(toRoundedScores));
      found.push(reader.countDocuments(options));
    }
  }
  return Promise.all(found);
}

/** Sums of the same numbers in another order differ in their last digits; the order of ties follows them. */
function toRoundedScores(ranked: readonly Ranked[]): object {
  return ranked.map(({ id, score }) => [id, Number(score.toPrecision(6))]).sort();
}
