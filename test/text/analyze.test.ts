import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { analyzeQuery, analyzeText } from '../../src/text/analyze.ts';
import { fold } from '../../src/text/fold.ts';
import type { StemMemo } from '../../src/text/languages.ts';
import { anyText } from './any-text.ts';

const TERM = /^#?[\p{L}\p{M}\p{N}]+$/u;

/** Words of `question` that find nothing in `text`, by stem or as a part of a word. */
function missing(question: string, text: string): string[] {
  const terms = new Set(analyzeText(text));
  const folded = fold(text);
  const { words, parts } = analyzeQuery(question);
  return words
    .filter(({ stems, folded: word }) => {
      const isPart = parts.some((part) => word.includes(part) && folded.includes(part));
      return !stems.some((stem) => terms.has(stem)) && !isPart;
    })
    .map(({ folded: word }) => word);
}

describe('a question finds a text', () => {
  const pairs: readonly (readonly [string, string, string])[] = [
    ['a compound by its stem', 'krankenversichert', 'Die Krankenversicherung zahlt der Arbeitgeber.'],
    ['a part of a compound', 'Versicherung', 'Die Krankenversicherung zahlt der Arbeitgeber.'],
    ['umlauts typed or lost', 'Storungsnummer', 'Die Störungsnummer ist rund um die Uhr besetzt.'],
    ['ß as ss', 'strasse', 'Hafenstraße 88, in der Straße am Hafen'],
    ['a German plural', 'Rechnungen', 'Wir haben Ihnen die Rechnung geschickt.'],
    ['an English plural', 'invoice', 'The invoices of the year are attached.'],
    ['a Spanish plural', 'facturas', 'Esta es la factura de los meses de verano.'],
    ['a word of another language', 'Selbstbeteiligung', 'The excess (Selbstbeteiligung) is EUR 100.'],
    ['Japanese without blanks', '東京都', '請求書は東京都水道局からです。'],
  ];
  for (const [name, question, text] of pairs)
    it(`${name}: "${question}"`, () => assert.deepEqual(missing(question, text), []));
});

describe('the terms of a text', () => {
  it('are in order, with repetitions, stemmed in its language, stop words included', () => {
    assert.deepEqual(analyzeText('Die Rechnungen und die Rechnung'), ['die', 'rechnung', 'und', 'die', 'rechnung']);
    assert.deepEqual(analyzeText('The policies of the house'), ['the', 'polici', 'of', 'the', 'hous']);
  });

  it('leave words with digits unstemmed', () => {
    assert.deepEqual(analyzeText('the 2020s and 90er'), ['the', '2020s', 'and', '90er']);
  });

  it('hold whole identifiers besides their pieces', () => {
    assert.deepEqual(analyzeText('RE-2024-00817'), ['re', '2024', '00817', '#202400817', '#re202400817']);
  });

  it('are pairs of characters where a script has no blanks', () => {
    assert.deepEqual(analyzeText('東京都 水 abc漢字'), ['東京', '京都', '水', 'abc', '漢字']);
  });

  it('are short even for a word without an end', () => {
    assert.ok(analyzeText('x'.repeat(5000)).every((term) => term.length <= 64));
  });

  it('are plain words whatever the text is, and the same every time', () => {
    const memo: StemMemo = new Map();
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string({ unit: 'binary' })), (text) => {
        const terms = analyzeText(text);
        for (const term of terms) assert.match(term, TERM);
        assert.deepEqual(analyzeText(text, memo), terms);
      }),
    );
  });

  it('do not change when the text is folded first', () => {
    const word = fc.constantFrom(
      'Straße',
      'Gebühren',
      'MÜLLER',
      'the',
      'Policies',
      'und',
      'ﬁlter',
      'año',
      '東京都',
      '36,20',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join(' ');
        assert.deepEqual(analyzeText(fold(text)), analyzeText(text));
      }),
    );
  });
});

describe('the terms of a question', () => {
  it('are its content words, each once, with the stems of all languages', () => {
    const { words } = analyzeQuery('Wie hoch ist die Miete für die Miete?');
    assert.deepEqual(words, [{ folded: 'miete', stems: ['miet'] }]);
  });

  it('are its stop words when it has no others', () => {
    assert.deepEqual(
      analyzeQuery('who is it').words.map(({ folded }) => folded),
      ['who', 'is', 'it'],
    );
  });

  it('keep a content word that is a stop word elsewhere: "die" in an English question', () => {
    const folded = analyzeQuery('When did Gwen die and where is her will?').words.map((word) => word.folded);
    assert.deepEqual(folded, ['gwen', 'die']);
  });

  it('find an identifier in another spelling than the text has', () => {
    const { identifiers } = analyzeQuery('was kostet rechnung re 2024/00817?');
    const terms = analyzeText('Rechnung RE-2024-00817 vom 22.10.2024');
    assert.ok(identifiers.some((identifier) => terms.includes(identifier)));
  });

  const hostile = [
    ['an unclosed quote', 'hello "world'],
    ['operators of full-text search', 'foo AND NEAR(a b) OR NOT x* ^y {col}: text:hello -z +q'],
    ['SQL', `'); DROP TABLE passages; --`],
    ['a lone surrogate and NUL', 'a\ud800b\0c'],
    ['2,000 characters', 'Wie "hoch" (ist) die* '.repeat(100)],
  ] as const;
  for (const [name, question] of hostile)
    it(`are plain words for ${name}`, () => {
      const { words, identifiers, parts } = analyzeQuery(question);
      for (const term of [...words.flatMap(({ stems }) => stems), ...identifiers, ...parts]) assert.match(term, TERM);
      assert.ok(words.length > 0);
    });

  for (const nothing of ['', '   ', '?!…', '*', '""', '😀', '\ud800', '\0'])
    it(`are none for ${JSON.stringify(nothing)}`, () => {
      assert.deepEqual(analyzeQuery(nothing), { words: [], identifiers: [], parts: [] });
    });

  it('have parts of three letters or more that stand in their words', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string({ unit: 'binary' })), (question) => {
        const { words, parts } = analyzeQuery(question);
        for (const part of parts)
          assert.ok(part.length >= 3 && words.some(({ folded }) => folded.includes(part)), part);
      }),
    );
  });
});
