import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerQuestion } from '../../../src/ask/answer.ts';
import { boostYear } from '../../../src/ask/retrieval/boost-year.ts';
import type { Candidate } from '../../../src/ask/retrieval/rank.ts';
import { openSpace } from '../../../src/ask/space.ts';
import { collect, createWorld, EVERYONE } from '../world.ts';

const TODAY = '2024-06-01';
const TITLES = ['Power bill 2022', 'Power bill 2023', 'Power bill 20234', 'Water 2023/24', 'Letter'];

/** The documents of candidates with these scores, 1 … in order, after a question. */
async function boost(
  question: string,
  scores: readonly number[],
  { today }: { readonly today?: string } = { today: TODAY },
) {
  const { deps } = await createWorld(
    TITLES.map((title, index) => ({ id: index + 1, title, texts: ['Power and water.'] })),
  );
  const space = await openSpace({ asker: EVERYONE }, deps, {});
  const candidates = scores.map((score, index): Candidate => {
    const documentId = index + 1;
    return { id: `${documentId}-0`, documentId, score, legs: {} };
  });
  return (await boostYear(candidates, question, today, space, {})).map(({ documentId }) => documentId);
}

describe('the year of a question', () => {
  it('brings a title that names it past what is hardly better: the bill for 2022 answered for 2023', async () => {
    assert.deepEqual(await boost('How much was power in 2023?', [1, 0.98]), [2, 1]);
    assert.deepEqual(await boost('Was hat letztes Jahr der Strom gekostet?', [1, 0.98]), [2, 1]);
    assert.deepEqual(await boost('How much was power in 2022?\nAnd in 2023?', [1, 0.98]), [2, 1]);
  });

  it('brings none past what is clearly better, nor past what is ahead for another reason than its score', async () => {
    assert.deepEqual(await boost('power 2023', [1, 0.9]), [1, 2]);
    assert.deepEqual(await boost('invoice 4711 of 2023', [0.5, 0.98]), [1, 2]);
  });

  it('is a whole number in a title, and leaves the order among those that name it', async () => {
    assert.deepEqual(await boost('power 2023', [1, 0.99, 0.98, 0.97, 0.96]), [2, 4, 1, 3, 5]);
  });

  it('changes nothing when there is none, or several: "since 2019" is no year', async () => {
    for (const question of ['power', 'power since 2022', 'power between 2022 and 2023'])
      assert.deepEqual(await boost(question, [1, 0.98]), [1, 2], question);
    assert.deepEqual(await boost('power last year', [1, 0.98], {}), [1, 2]);
  });

  it('counts for an answer', async () => {
    const { deps } = await createWorld([
      {
        id: 1,
        title: 'Bill 2022',
        created: '2023-01-20',
        texts: ['The bill for the power is due in 2023. A bill: 2023.'],
      },
      { id: 2, title: 'Bill 2023', created: '2024-01-20', texts: ['The bill for the power is due now. It was mild.'] },
    ]);
    const events = await collect(
      answerQuestion({ q: 'bill for power 2023', asker: EVERYONE }, deps, { signal: new AbortController().signal }),
    );
    const sources = events.find((event) => event.type === 'sources')?.sources ?? [];
    assert.deepEqual(
      sources.map(({ document_id }) => document_id),
      [2, 1],
    );
  });
});
