import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { splitSentences } from '../../src/text/sentences.ts';
import { anyText } from './any-text.ts';

const split = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'end with full stop, question mark, exclamation mark',
      'Ja. Wirklich? Nein! Doch',
      ['Ja.', 'Wirklich?', 'Nein!', 'Doch'],
    ],
    [
      'keep their closing quotes',
      '„Ich gehe.“ Er blieb. (Sie auch.) Ende.',
      ['„Ich gehe.“', 'Er blieb.', '(Sie auch.)', 'Ende.'],
    ],
    [
      'do not end at German ordinals',
      'Am 15. Mai und am 3. Juni zahlen. Danach nicht.',
      ['Am 15. Mai und am 3. Juni zahlen.', 'Danach nicht.'],
    ],
    [
      'do not end at abbreviations',
      'Vgl. Abs. 3 bzw. Nr. 7 von Dr. Moor. Ende.',
      ['Vgl. Abs. 3 bzw. Nr. 7 von Dr. Moor.', 'Ende.'],
    ],
    [
      'end with a word that is short for a number elsewhere',
      'See no. 500. He said no. Then he left.',
      ['See no. 500.', 'He said no.', 'Then he left.'],
    ],
    ['do not end at initials', 'H. Terbrüggen und J. S. Bach. Ende.', ['H. Terbrüggen und J. S. Bach.', 'Ende.']],
    [
      'do not end in amounts and dates',
      'Es kostet 1.039,30 EUR am 01.02.2023 bar. Ende.',
      ['Es kostet 1.039,30 EUR am 01.02.2023 bar.', 'Ende.'],
    ],
    ['end after a year', 'Das war 2022. Danach nicht.', ['Das war 2022.', 'Danach nicht.']],
    ['go on before a small letter', 'Das z. B. ist gut. und weiter', ['Das z. B. ist gut. und weiter']],
    [
      'go on over a line broken by the width of the page',
      'We read the meter on the 28th of every month and write down the\ncounter and anything odd. Then we go.',
      ['We read the meter on the 28th of every month and write down the\ncounter and anything odd.', 'Then we go.'],
    ],
    [
      'end with a short line',
      'Stadtwerke Talhausen\nAm Alten Gaswerk 4',
      ['Stadtwerke Talhausen', 'Am Alten Gaswerk 4'],
    ],
    ['end with a paragraph', 'ohne Punkt am Ende\n\nneuer Absatz', ['ohne Punkt am Ende', 'neuer Absatz']],
    [
      'are the rows of a table',
      'Position | Betrag\nArbeitspreis. Strom | 36,20 ct. Netto\nSumme | 1.252,36 EUR',
      ['Position | Betrag', 'Arbeitspreis. Strom | 36,20 ct. Netto', 'Summe | 1.252,36 EUR'],
    ],
    ['are the items of a list', 'Bitte mitbringen:\n- Ausweis\n- Geld', ['Bitte mitbringen:', '- Ausweis', '- Geld']],
  ];
  for (const [name, text, expected] of cases) it(name, () => assert.deepEqual(split(text), expected));

  it('cover the text, in order, without blanks around them', () => {
    fc.assert(
      fc.property(anyText(120), (text) => {
        let covered = 0;
        for (const { start, end } of splitSentences(text)) {
          assert.ok(start >= covered && end > start);
          assert.equal(text.slice(covered, start).trim(), '');
          assert.equal(text.slice(start, end).trim(), text.slice(start, end));
          covered = end;
        }
        assert.equal(text.slice(covered).trim(), '');
      }),
    );
  });
});
