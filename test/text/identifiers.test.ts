import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findIdentifiers } from '../../src/text/identifiers.ts';
import { anyText } from './any-text.ts';

const terms = (text: string): string[] => findIdentifiers(text).map(({ term }) => term);
const shared = (a: string, b: string): string[] => terms(a).filter((term) => terms(b).includes(term));

describe('all spellings of an identifier share its canonical term', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      '#re202400817',
      [
        'RE-2024-00817',
        're 2024/00817',
        'RE 2024 00817',
        'RE2024-00817',
        're_2024_00817',
        'RE-2024 / 00817',
        'RE–2024–00817',
      ],
    ],
    [
      '#de00699900000077160006',
      ['DE00 6999 0000 0077 1600 06', 'de00699900000077160006', 'IBAN: DE00\u00a06999 0000 0077 1600 06.'],
    ],
    ['#gb29nwbk60161331926819', ['GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819']],
    ['#kv714210655098', ['KV714-2106-55098', 'kv 714 2106 55098', 'KV714 2106 55098']],
    ['#stw44081723', ['STW-440-81723', 'stw 440 81723', 'STW440/81723']],
    ['#00441201', ['00 441 201', '00441201', '00-441-201']],
    ['#vf8k2q', ['VF8K2Q', 'vf8k2q', 'bokningsnummer VF8K2Q']],
    ['#9941200739', ['99/412/00739', '99 412 00739', 'Steuernummer 99-412-00739']],
    ['#7004129', ['Kundennummer 70 0412 9', '70-0412-9', '7004129']],
    [
      '#0496112345',
      [
        '04961 12345',
        '04961/12345',
        '(04961) 123-45',
        '+49 4961 12345',
        '+49 (0) 4961 12345',
        '+49 (0)4961 / 12345',
        '0049 4961 12345',
      ],
    ],
    ['#asn210', ['ASN 210', 'archive number 210', 'archive serial number 210', 'Archivnummer: 210', 'ASN00210']],
  ];
  for (const [term, spellings] of cases)
    for (const spelling of spellings)
      it(`${spelling} is ${term}`, () => assert.ok(terms(spelling).includes(term), terms(spelling).join()));
});

describe('a piece of an identifier that people quote alone is a term too', () => {
  it('the number without its letters', () => assert.ok(shared('invoice 2024-00817', 'RE-2024-00817').length > 0));
  it('the last block', () => assert.ok(shared('Rechnung 118406', 'SJ-2022-118406').length > 0));
  it('not the first block', () => assert.deepEqual(shared('SJ-2022', 'SJ-2022-118406'), []));
});

describe('what is no identifier', () => {
  const nothing = [
    '1.039,30 EUR',
    '12,345,678.90',
    '1 234 567 kr',
    '2.871 kWh',
    '135,00',
    '01.01.2022 bis 31.12.2022',
    '01.01.2022-31.12.2022',
    '2023-10-28 |  12214 |  391',
    '2023/24',
    'von 2019 - 2023',
    '28 06 2018',
    '100Mbit und 17746kWh',
    '49999 Talhausen',
    'Ahornweg 17',
    '24-monatig',
    'N-55',
    'H52.1',
    'Covid-19',
    '10 x 135,00',
    'Nr. 12345',
    '4:05 h',
    'the 2020s',
    'x'.repeat(30),
    `A1${'b2'.repeat(40)}`,
  ];
  for (const text of nothing) it(text.slice(0, 40), () => assert.deepEqual(terms(text), []));
});

describe('where identifiers stand', () => {
  it('a whole one spans all its groups', () => {
    const text = 'Bitte auf DE00 1999 0000 0044 0277 19 wird erstattet';
    assert.deepEqual(
      findIdentifiers(text).map(({ start, end }) => text.slice(start, end)),
      ['DE00 1999 0000 0044 0277 19'],
    );
  });

  it('a word glued to one is left out', () => {
    const [first] = findIdentifiers('Rechnung-2024-00817');
    assert.deepEqual(first, { term: '#202400817', start: 9, end: 19 });
  });

  it('spans are within the text, not empty, in order, and their own term', () => {
    const piece = fc.oneof(
      anyText(6),
      fc.constantFrom(
        'RE-2024-00817',
        'DE00 6999 0000 0077 1600 06',
        '+49 (0) 4961 12345',
        '70 0412 9',
        'ASN 7',
        'kv 714 2106',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join(' ');
        let before = 0;
        for (const { term, start, end } of findIdentifiers(text)) {
          assert.match(term, /^#[\p{L}\p{M}\p{N}]+$/u);
          assert.ok(before <= start && start < end && end <= text.length);
          assert.ok(terms(text.slice(start, end)).length > 0 || text[start - 1] === '+');
          before = start;
        }
      }),
    );
  });
});

describe('spelling does not matter', () => {
  const digits = (min: number, max: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(''));
  const separator = fc.constantFrom('-', '/', '_');

  it('letters and two groups of digits, with any separators and in any case', () => {
    const letters = fc.constantFrom('RE', 'KD', 'X', 'STW', 'AZ');
    fc.assert(
      fc.property(letters, digits(4, 4), digits(5, 6), separator, separator, (prefix, first, second, a, b) => {
        const whole = `#${prefix}${first}${second}`.toLowerCase();
        for (const text of [
          `${prefix}${a}${first}${b}${second}`,
          `${prefix.toLowerCase()} ${first}${b}${second}`,
          `${prefix}${first}${second}`,
        ])
          assert.ok(terms(text).includes(whole), text);
      }),
    );
  });

  it('groups of digits, with blanks or with separators', () => {
    fc.assert(
      fc.property(digits(3, 3), digits(4, 4), digits(3, 5), separator, (a, b, c, sign) => {
        fc.pre(!/^(?:19|20)/.test(b));
        const [first] = terms([a, b, c].join(' '));
        assert.ok(first !== undefined);
        assert.ok(terms([a, b, c].join(sign)).includes(first));
      }),
    );
  });
});

describe('texts of 100,000 characters', () => {
  const shapes = ['a', '1', '1-', '12 ', 'a1,', 'DE00 ', 'abcd ', 'archive-serial-'];
  // Quadratic time would be hours.
  for (const shape of shapes)
    it(`made of "${shape}" are searched in linear time`, { timeout: 20_000 }, () => {
      assert.deepEqual(terms(shape.repeat(100_000 / shape.length)), []);
    });
});
