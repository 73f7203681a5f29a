import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSearchText } from '../../../src/ask/retrieval/search-text.ts';

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

  it('puts a year of the follow-up in the place of the earlier one: "Und 2023?" was answered as for 2022', () => {
    assert.equal(
      ask('Und 2023?', 'Wie hoch war die Nachzahlung für Strom 2022?'),
      'Wie hoch war die Nachzahlung für Strom 2023?\nUnd 2023?',
    );
    assert.match(ask('And the year after 2022?', INVOICE), /in March 2023\?\nAnd/);
    assert.match(ask('And from 2018 to 2020?', INVOICE), /in March \?\nAnd/);
  });

  it('leaves the years alone when the follow-up compares', () => {
    for (const q of ['Was it more than in 2019?', 'Und im Vergleich zu 2019?'])
      assert.equal(ask(q, INVOICE), `${INVOICE}\n${q}`);
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
