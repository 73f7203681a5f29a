import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toValueTest } from '../../../src/ask/quotation/value-kinds.ts';

describe('toValueTest', () => {
  const cases: readonly (readonly [question: string, sentence: string, value: number])[] = [
    ['How much was the invoice?', 'Total including VAT | | EUR 46.33', 1],
    ['Wie hoch ist die Rechnung?', 'Gesamtbetrag | | | 874,32 EUR', 1],
    ['How much was the invoice?', 'Router rental | EUR 4.50', 0.5],
    ['How much was the invoice?', 'Thank you for staying with us.', 0],
    ['Was kostet die Inspektion?', 'Inspektion | -74,00', 0.5],
    ['When does it end?', 'Your membership ends on 31 March 2023.', 0.5],
    ['Wann endet sie?', 'Die Mitgliedschaft endet am 31. März 2023.', 0.5],
    ['Wann endet sie?', 'Die Mitgliedschaft endet am 31.03.2023.', 0.5],
    ['When is it free?', 'La maison est libre du 9 au 16 avril 2022.', 0.5],
    ['When does it end?', 'It costs EUR 12.', 0],
    ['How long is the notice period?', 'The notice period is three months.', 0.5],
    ['Wie lange läuft er?', 'Er läuft zwei Jahre.', 0.5],
    ['How many kWh did we use?', 'Energy | 3.029 kWh', 0.5],
    ['What is its weight?', 'She weighed 3.42 kg.', 0.5],
    ['How many seats are there?', 'The car has 5 seats.', 0.25],
    ['Who lives there?', 'They are young, they have twins and 3 cats.', 0],
  ];
  for (const [question, sentence, value] of cases) {
    it(`gives ${value} to "${sentence}" for "${question}"`, () => {
      assert.equal(toValueTest([question], '')(sentence), value);
    });
  }

  it('finds no news in numbers of the question and in the date of the letter', () => {
    const test = toValueTest(['When does the contract of 4 May 2021 end?'], '2022-01-15');
    assert.equal(test('Contract of 4 May 2021'), 0);
    assert.equal(test('Saint-Orval, le 15 janvier 2022'), 0);
    assert.equal(test('It ends on 30 May 2023.'), 0.5);
  });

  it('shows the total to words that ask nothing', () => {
    const test = toValueTest(['invoice RE-2024-00817'], '');
    assert.equal(test('Gesamtbetrag | | | 874,32 EUR'), 1);
    assert.equal(test('Bremsbeläge | | | 80,00 EUR'), 0);
    assert.equal(toValueTest(['Who signed it?'], '')('Gesamtbetrag | | | 874,32 EUR'), 0);
  });

  it('takes what the previous question asks for when a follow-up asks for nothing', () => {
    const questions = ['And the year after that?', 'How much was the invoice of 2021?'];
    assert.equal(toValueTest(questions, '')('Router rental | EUR 4.50'), 0.5);
  });
});
