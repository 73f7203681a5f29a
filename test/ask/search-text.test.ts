import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSearchText } from '../../src/ask/search-text.ts';

const INVOICE = 'What was the total of the Brightline invoice in March 2021?';

describe('toSearchText', () => {
  it('is the question itself without a history', () => {
    assert.equal(toSearchText({ q: 'How much was it?' }), 'How much was it?');
    assert.equal(toSearchText({ q: 'How much was it?', history: [] }), 'How much was it?');
  });

  it('puts the previous question in front, and none before it', () => {
    assert.equal(ask('Who signed it?', 'When does the lease of the flat end?', INVOICE), `${INVOICE}\nWho signed it?`);
  });

  it('moves the years of the previous question for the year after and the year before', () => {
    const moved = (year: number) => `What was the total of the Brightline invoice in March ${year}?`;
    assert.equal(ask('And the year after that?', INVOICE), `${moved(2022)}\nAnd the year after that?`);
    assert.equal(ask('Und im Jahr davor?', INVOICE), `${moved(2020)}\nUnd im Jahr davor?`);
  });

  it('leaves the years alone when the follow-up names one', () => {
    assert.equal(ask('And the year after 2022?', INVOICE), `${INVOICE}\nAnd the year after 2022?`);
  });

  it('goes back to a question that says enough when follow-ups follow each other', () => {
    assert.match(
      ask('And the year after?', INVOICE, 'And the year after?'),
      /March 2023\?\nAnd the year after\?\nAnd the/,
    );
  });

  it('takes the previous question when none says enough', () => {
    assert.equal(ask('Why?', 'Hello?', 'And now?'), 'And now?\nWhy?');
  });
});

function ask(q: string, ...history: readonly string[]): string {
  return toSearchText({ q, history: history.map((earlier) => ({ q: earlier, answer: '' })) });
}
