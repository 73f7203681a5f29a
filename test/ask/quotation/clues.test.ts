import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildClues, readText } from '../../../src/ask/quotation/clues.ts';
import type { QuestionTerms } from '../../../src/ask/terms.ts';
import { analyzeQuery } from '../../../src/text/analyze.ts';

describe('buildClues', () => {
  it('finds a word in every inflection', () => {
    assert.deepEqual(find('Kündigung', 'Die Kündigungen sind da.'), [1]);
    assert.deepEqual(find('invoices', 'An invoice.'), [1]);
    for (const word of ['neue', 'neuer', 'neues', 'neuen', 'neuem', 'neu'])
      assert.deepEqual(find('neue', `Ihr ${word} Abschlag beträgt 112,00 EUR.`), [1], word);
    assert.deepEqual(find('neue', 'Der Zähler ist an der Wand.'), [0]);
  });

  it('does not find "least" for "lease", of which German makes one stem', () => {
    assert.deepEqual(find('lease', 'It is at least 54 Mbit/s in the house.'), [0]);
  });

  it('finds what a word may be a misspelling of for less than the word itself', () => {
    const terms = toTerms('Rechnug');
    const words = terms.words.map((word) => ({ ...word, guesses: ['rechnung'] }));
    const [clue] = buildClues('Rechnug', { ...terms, words });
    assert.deepEqual([clue?.find(readText('Die Rechnung ist da.')), clue?.find(readText('Rechnug'))], [0.5, 1]);
  });

  it('finds a part of a compound, and a compound by its part, for less', () => {
    assert.deepEqual(find('Beitrag', 'Haftpflichtversicherungsbeitrag: 87,42 EUR'), [0.6]);
    assert.deepEqual(find('Steuerbescheid', 'Der Bescheid ist da.'), [0.6]);
  });

  it('finds a compound of two words of the question whole', () => {
    assert.deepEqual(find('Miete Zähler', 'Zählermiete | 13,44 EUR'), [1, 1]);
    assert.deepEqual(find('Miete Zähler', 'Nettomiete'), [0.6, 0]);
  });

  it('does not find short words inside of others', () => {
    assert.deepEqual(find('rat', 'The rational separation'), [0]);
    assert.deepEqual(find('trip', 'The striped shirt'), [0]);
  });

  it('finds a date in other spellings, and the month of a day', () => {
    const byDate = (text: string) => find('4 March 2021', text).at(-1);
    for (const text of ['2021-03-04', 'am 04.03.2021', 'le 4 mars 2021']) assert.equal(byDate(text), 1, text);
    assert.equal(byDate('5 March 2021'), 0);
    assert.equal(find('March 2021', '2021-03-04 | 12 kWh').at(-1), 1);
  });

  it('finds an identifier in another spelling', () => {
    const [, byIdentifier] = find('DE00 6999 0000 0077 1600 06', 'IBAN DE00699900000077160006').slice(-2);
    assert.equal(byIdentifier, 1);
  });

  it('counts what only the previous question names half', () => {
    const terms = toTerms('premium bonus');
    const [premium, bonus] = buildClues('bonus', terms).map(({ weight }) => weight);
    assert.deepEqual([premium, bonus], [1 / 3, 2 / 3]);
  });

  it('counts a rare word more than a common one, and a word nobody wrote as the rarest', () => {
    const terms = toTerms('rent giraffe month');
    const words = terms.words.map((word, index) => ({ ...word, idf: [3, 0, 1][index] ?? 0 }));
    const [rent, giraffe, month] = buildClues('rent giraffe month', { ...terms, words }).map(({ weight }) => weight);
    assert.deepEqual([rent, giraffe, month], [3 / 7, 3 / 7, 1 / 7]);
  });
});

function find(question: string, text: string): number[] {
  const read = readText(text);
  return buildClues(question, toTerms(question)).map((clue) => clue.find(read));
}

function toTerms(question: string): QuestionTerms {
  const query = analyzeQuery(question);
  const words = query.words.map(({ folded, stems }) => ({ folded, stems, guesses: [], idf: 2 }));
  return { text: question, query, words };
}
