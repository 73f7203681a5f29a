import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerQuestion } from '../../src/ask/answer.ts';
import { proposeFilters } from '../../src/ask/propose.ts';
import { ask, collect, createWorld } from './world.ts';

const NAMES = new Map([
  [1, 'Stadtwerke Ulm'],
  [2, 'Brightline Telecom'],
  [3, 'Brightline'],
  [4, 'Café Müller'],
  [5, 'Bank'],
  [6, 'bank'],
]);
const TODAY = '2026-11-30';
const textsOf = (q: string, filters = {}) => proposeFilters(q, filters, NAMES, TODAY).map(({ text }) => text);

describe('proposed filters', () => {
  it('are the days and the correspondent that a question names', () => {
    assert.deepEqual(proposeFilters('Was kostete der Strom der stadtwerke ulm im März 2023?', {}, NAMES, TODAY), [
      { filter: { correspondent: 'Stadtwerke Ulm' }, text: 'Stadtwerke Ulm' },
      { filter: { created_from: '2023-03-01', created_to: '2023-03-31' }, text: 'dated 2023-03-01 to 2023-03-31' },
    ]);
  });

  it('take the longer of two names, accents aside, and whole words only', () => {
    assert.deepEqual(textsOf('the Brightline-Telecom bill'), ['Brightline Telecom']);
    assert.deepEqual(textsOf('what did cafe muller charge'), ['Café Müller']);
    assert.deepEqual(textsOf('Brightlines and Stadtwerke'), []);
  });

  it('are of the follow-up where it names days: the month before was offered below "And in April 2022?"', () => {
    assert.deepEqual(textsOf('Brightline in March 2022?\nAnd in April 2022?'), [
      'Brightline',
      'dated 2022-04-01 to 2022-04-30',
    ]);
    assert.deepEqual(textsOf('Brightline in 2022?\nWho signed it?'), ['Brightline', 'dated 2022']);
  });

  it('leave out a name that two bear', () => assert.deepEqual(textsOf('what does the bank say'), []));

  it('name whom the question names, whatever characters stand in it', () => {
    assert.deepEqual(textsOf('the\0Brightline\0bill\n\0'), ['Brightline']);
  });

  it('leave out what is filtered already', () => {
    assert.deepEqual(textsOf('Brightline 2023', { correspondent: 'Bank' }), ['dated 2023']);
    assert.deepEqual(textsOf('Brightline 2023', { created_to: '2024-01-01' }), ['Brightline']);
  });

  it('are written for people', () => {
    assert.deepEqual(textsOf('since 2019'), ['dated since 2019-01-01']);
    assert.deepEqual(textsOf('bis 2019'), ['dated until 2019-12-31']);
    assert.deepEqual(textsOf('on 3 March 2024'), ['dated 2024-03-03']);
  });

  it('come with the sources and are never applied', async () => {
    const world = await createWorld([{ id: 1, title: 'Bill', created: '2024-01-05', texts: ['The bill for 2023.'] }]);
    const deps = { ...world.deps, today: () => TODAY };
    const events = await collect(answerQuestion(ask('bill last year 2023'), deps, new AbortController()));
    const sources = events.find((event) => event.type === 'sources');
    assert.deepEqual([sources?.sources.length, sources?.proposed.map(({ text }) => text)], [1, ['dated 2025']]);
  });
});
