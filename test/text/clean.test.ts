import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cleanText } from '../../src/text/clean.ts';
import { anyText } from './any-text.ts';

const joined = (text: string): string => cleanText(text).split('\n')[0] ?? '';

describe('words broken at line ends', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['a hyphen', 'unseren Be-\nauftragten', 'unseren Beauftragten'],
    ['a soft hyphen', 'unseren Be\u00ad\nauftragten', 'unseren Beauftragten'],
    ['a dash', 'unseren Be–\n  auftragten', 'unseren Beauftragten'],
    ['blanks behind the hyphen', 'unseren Be- \r\nauftragten', 'unseren Beauftragten'],
    ['capital letters', 'die GE-\nBÜHR', 'die GEBÜHR'],
  ];
  for (const [name, text, expected] of cases) it(`are joined: ${name}`, () => assert.equal(joined(text), expected));

  it('stay findable by their halves', () => {
    assert.equal(cleanText('Wasch-\nmaschinen'), 'Waschmaschinen\nWasch maschinen');
  });

  it('keep the dash of a double name, of a number and of a range', () => {
    assert.equal(cleanText('Frau Lindqvist-\nMoor'), 'Frau Lindqvist-Moor');
    assert.equal(cleanText('RE-2024-\n00817'), 'RE-2024-00817');
    assert.equal(cleanText('2021-\n2022'), '2021-2022');
  });

  it('are none where the dash stands for a word', () => {
    assert.equal(cleanText('Haus-\nund Gartenarbeit'), 'Haus-\nund Gartenarbeit');
    assert.equal(cleanText('Liste:\n- eins\n- zwei'), 'Liste:\n- eins\n- zwei');
  });
});

describe('a cleaned text', () => {
  it('has no control characters, no invisible ones, no soft hyphens', () => {
    assert.equal(cleanText('\ufeffRech\u00adnung\0 \u0007Nr.\u200b 5\u202e'), 'Rechnung Nr. 5');
  });

  it('keeps line ends and tabs', () => {
    assert.equal(cleanText('a\tb\r\nc\rd\fe'), 'a\tb\nc\nd\ne');
  });

  it('is composed (NFC) and well formed', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string({ unit: 'binary' })), (text) => {
        const clean = cleanText(text);
        assert.ok(clean.isWellFormed());
        assert.equal(clean.normalize('NFC'), clean);
        assert.doesNotMatch(clean, /(?![\t\n])\p{Cc}/u);
      }),
    );
  });
});
