import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyzeQuery, type QueryWord } from '../../src/text/analyze.ts';
import { planBackoff, selectBackoff } from '../../src/text/backoff.ts';

const wordOf = (text: string): QueryWord => {
  const [word] = analyzeQuery(text).words;
  assert.ok(word);
  return word;
};

/** What a vocabulary would answer, the most frequent first. */
function search(question: string, vocabulary: readonly string[]): string[] {
  const word = wordOf(question);
  const { longer, inner, similar } = planBackoff(word);
  return selectBackoff(word, {
    longer: vocabulary.filter((term) => longer.some(({ text }) => term.startsWith(text))),
    inner: inner.filter((part) => vocabulary.includes(part)),
    similar: vocabulary.filter(
      (term) =>
        similar !== undefined &&
        term.startsWith(similar.first) &&
        term.length >= similar.min &&
        term.length <= similar.max,
    ),
  });
}

describe('an unknown word is searched by', () => {
  const cases: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
    ['compounds that begin with it', 'Riemen', ['riemenscheib', 'zahnriem', 'auto'], ['riemenscheib']],
    ['words that begin with it', 'krankenversichert', ['krankenversicherung'], ['krankenversicherung']],
    ['the longest part of it', 'Steuerbescheid', ['bescheid', 'steuer', 'beschei'], ['bescheid', 'steuer']],
    [
      'the word without the slip',
      'Haubtuntersuchung',
      ['hauptuntersuchung', 'untersuchung'],
      ['hauptuntersuchung', 'untersuchung'],
    ],
    ['the word with its letters in order', 'treatmnet', ['treatment'], ['treatment']],
    ['the umlaut it was typed for', 'Kuendigung', ['kundigung'], ['kundigung']],
    ['a word two slips away, if it is long and nothing else is found', 'Ingenior', ['ingenieur'], ['ingenieur']],
    ['nothing two slips away, if it is short', 'Strahm', ['strom'], []],
    ['nothing with another first letter', 'Haus', ['maus', 'laus'], []],
    ['nothing, if it is a number', '2024', ['2023', '2025', '20240'], []],
    ['no identifiers and no numbers', 'Konto', ['#konto123456', 'konto7', 'kontonummer'], ['kontonummer']],
  ];
  for (const [name, question, vocabulary, expected] of cases)
    it(`${name}: ${question}`, () => assert.deepEqual(search(question, vocabulary), expected));

  it('at most four compounds, the shortest', () => {
    const vocabulary = ['stromtarif', 'strompreis', 'stromzahlernumm', 'stromausfall', 'stromnetz', 'stromung'];
    assert.deepEqual(search('Strom', vocabulary), ['stromung', 'stromnetz', 'strompreis', 'stromtarif']);
  });

  it('at most three similar words, the nearest and then the most frequent first', () => {
    const found = search('Nachzahlxng', ['nachzahlyyg', 'nachzahlang', 'nachzahlung', 'nachzahlong', 'nachzahleng']);
    assert.deepEqual(found, ['nachzahlang', 'nachzahlung', 'nachzahlong']);
  });
});

it('a short stem is not looked for inside of other words', () => {
  assert.deepEqual(planBackoff(wordOf('Ort')), { longer: [], inner: [], similar: undefined });
});
