import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerQuestion } from '../../../src/ask/answer.ts';
import { findPassages } from '../../../src/ask/passages.ts';
import type { Question } from '../../../src/ask/question.ts';
import { dropHinted } from '../../../src/ask/retrieval/drop-hinted.ts';
import { openSpace } from '../../../src/ask/space.ts';
import { readTerms } from '../../../src/ask/terms.ts';
import type { NameKind } from '../../../src/model.ts';
import { collect, createWorld, EVERYONE, type WorldDocument } from '../world.ts';

const ANNA: Question['asker'] = { kind: 'user', name: 'anna' };
const BENS = { owner: 2, viewUsers: [], viewGroups: [] };
const NAMES = {
  tag: { 1: 'house', 2: 'divorce' },
  correspondent: { 1: 'Pettifer Solicitors', 2: 'Brightline' },
  document_type: { 1: 'writ' },
} as const;
/** What ben gave a name to, and anna may not see. */
const HIDDEN: readonly (readonly [NameKind, number])[] = [
  ['tag', 2],
  ['correspondent', 1],
  ['document_type', 1],
];

async function createShared(documents: readonly WorldDocument[]) {
  const world = await createWorld(documents, { names: NAMES });
  world.library.setUsers([{ id: 1, name: 'anna', groups: [], superuser: false }]);
  for (const [kind, id] of HIDDEN) world.library.setName(kind, id, 'whatever', BENS);
  return world;
}

/** The documents that are left of all, for a question. */
async function drop(q: string, documents: readonly WorldDocument[], asker = ANNA) {
  const { deps } = await createShared(documents);
  const options = {};
  const space = await openSpace({ asker }, deps, options);
  const candidates = documents.map(({ id }) => ({ id: `${id}-0`, documentId: id, score: 1, legs: {} }));
  const left = await dropHinted(candidates, space, await readTerms(q, space.reader, options), options);
  return left.map(({ documentId }) => documentId);
}

describe('dropHinted', () => {
  const letter = { id: 1, title: 'Letter', texts: ['We meet on Monday.'] };

  it('leaves out what a hidden tag, correspondent or type alone has to do with the question', async () => {
    for (const [q, names] of [
      ['divorce', { tags: [1, 2] }],
      ['Pettifer', { correspondent: 1 }],
      ['writ', { documentType: 1 }],
    ] as const)
      assert.deepEqual(
        await drop(q, [
          { ...letter, ...names },
          { ...letter, id: 2 },
        ]),
        [2],
        q,
      );
  });

  it('keeps what says a word of the question itself, in text, title or date, or by a name that is seen', async () => {
    const named = { ...letter, tags: [2] };
    const documents = [
      { ...named, id: 1, texts: ['The divorce is final.'] },
      { ...named, id: 2, title: 'Divorce' },
      { ...named, id: 3, created: '2021-03-04' },
      { ...named, id: 4, tags: [1, 2] },
      { ...named, id: 5, correspondent: 2 },
      { ...named, id: 6 },
    ];
    assert.deepEqual(await drop('divorce 2021-03-04 house Brightline', documents), [1, 2, 3, 4, 5]);
  });

  it('keeps what two words found of which only one is a hidden name', async () => {
    assert.deepEqual(await drop('divorce Monday', [{ ...letter, tags: [2] }]), [1]);
  });

  it('keeps what a hidden name has nothing to do with: it may have been found by meaning', async () => {
    assert.deepEqual(await drop('appointment', [{ ...letter, tags: [2], correspondent: 1 }]), [1]);
  });

  it('keeps everything for who may see everything', async () => {
    assert.deepEqual(await drop('divorce', [{ ...letter, tags: [2] }], EVERYONE), [1]);
  });
});

describe('documents that only a hidden name finds', () => {
  const hinted = Array.from({ length: 20 }, (_, index) => ({
    id: index + 1,
    title: 'Letter',
    tags: [2],
    metadata: 'divorce divorce divorce',
    texts: ['We meet.'],
  }));
  const seen = {
    id: 90,
    title: 'Notes',
    texts: ['Some long notes about many things, and then somewhere in the middle of them a divorce of a neighbour.'],
  };

  it('take no place away from what may be found', async () => {
    const { deps } = await createShared([...hinted, seen]);
    const question = { q: 'divorce', asker: ANNA };
    const { hits } = await findPassages(question, 4, deps);
    assert.deepEqual(
      hits.map(({ document_id: id }) => id),
      [90],
    );
    const events = await collect(answerQuestion(question, deps, { signal: new AbortController().signal }));
    const sources = events.flatMap((event) => (event.type === 'sources' ? event.sources : []));
    assert.deepEqual(
      sources.map(({ document_id: id }) => id),
      [90],
    );
  });

  it('are not told by a list of the documents within a filter that lacks them', async () => {
    const house = hinted.slice(0, 2).map((document) => ({ ...document, tags: [1, 2] }));
    const { deps } = await createShared(house);
    const question = { q: 'How much was the divorce?', filters: { tags: ['house'] }, asker: ANNA };
    const events = await collect(answerQuestion(question, deps, { signal: new AbortController().signal }));
    const sources = events.flatMap((event) => (event.type === 'sources' ? event.sources : []));
    assert.deepEqual(
      sources.map(({ document_id: id }) => id),
      [1, 2],
    );
  });
});
