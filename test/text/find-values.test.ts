import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findValues, isStatedIn } from '../../src/text/find-values.ts';
import { anyText } from './any-text.ts';

const read = (text: string): string[] =>
  findValues(text).map(({ kind, readings, currency }) =>
    [kind, readings.join('/'), ...(currency ? [currency] : [])].join(' '),
  );
const states = (claim: string, evidence: string): boolean[] =>
  findValues(claim).map((value) => isStatedIn(value, findValues(evidence)));

describe('the values of a text', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['1.234,56 und 1,234.56 und 1\u202f234,56 und 1’234.56', Array(4).fill('amount 1234.56')],
    ['EUR 46.33, 46,33 €, 46,33 Euro', Array(3).fill('amount 46.33 EUR')],
    ['£1,450 and 236 pounds', ['amount 1450 GBP', 'amount 236 GBP']],
    ['98,-- EUR', ['amount 98 EUR']],
    ['Nachzahlung -743,18 EUR', ['amount 743.18 EUR']],
    ['2.871 kWh', ['amount 2871/2.871']],
    ['135,00 = 135', ['amount 135', 'number 135']],
    ['19 % und 61 Prozent, 2.5 percent', ['percent 19', 'percent 61', 'percent 2.5']],
    ['RE-2024-00817', ['identifier #202400817/#re202400817']],
    ['DE00 6999 0000 0077 1600 06', ['identifier #de00699900000077160006']],
    ['nach 24 Monaten', ['number 24']],
    ['A4, m3, x12', []],
    ['', []],
  ];
  for (const [text, expected] of cases) it(text || 'none', () => assert.deepEqual(read(text), expected));

  const march = [
    '3 March 2024',
    '03.03.2024',
    '3. 3. 2024',
    '3.3.24',
    '2024-03-03',
    'March 3, 2024',
    '3. März 2024',
    '3rd of March 2024',
    'Mar. 3 2024',
    '3 de marzo de 2024',
  ];
  for (const date of march) it(`${date} is one day`, () => assert.deepEqual(read(`am ${date}:`), ['date 2024-03-03']));

  const partial: readonly (readonly [string, string])[] = [
    ['im März 2024', 'date 2024-03'],
    ['03/2024', 'date 2024-03'],
    ['am 3. März', 'date --03-03'],
    ['bis 03.03.', 'date --03-03'],
    ['03/04/2024', 'date 2024-04-03/2024-03-04'],
    ['05/13/2024', 'date 2024-05-13'],
    ['12/2024', 'date 2024-12'],
    ['31.12.2024', 'date 2024-12-31'],
    ['01.02.69', 'date 2069-02-01'],
    ['01.02.70', 'date 1970-02-01'],
  ];
  for (const [text, expected] of partial) it(`${text} is ${expected}`, () => assert.deepEqual(read(text), [expected]));

  it('no day that is in no calendar', () =>
    assert.ok(!read('2024-13-45 32.13.2024').some((value) => value.startsWith('date'))));

  it('stand in order and apart, whatever the text is', () => {
    const piece = fc.oneof(
      anyText(4),
      fc.constantFrom('1.234,56 €', '3. März 2024', 'RE-2024-00817', '19 %', '03/04/2024'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const text = pieces.join(' ');
        let before = 0;
        for (const { start, end, readings } of findValues(text)) {
          assert.ok(before <= start && start < end && end <= text.length && readings.length > 0);
          before = end;
        }
      }),
    );
  });
});

describe('a claim is stated', () => {
  const yes: readonly (readonly [string, string])[] = [
    ['It cost EUR 1,234.56.', 'Summe | 1.234,56 €'],
    ['on 3 March 2024', 'vom 03.03.2024'],
    ['in March 2024', 'vom 03.03.2024'],
    ['on 9 February 2023', 'zahlbar bis zum 09.02.'],
    ['135 EUR a month', 'Abschlag 135,00'],
    ['invoice 2024-00817', 'Rechnung RE-2024-00817'],
    ['19 percent', 'zzgl. 19 % MwSt.'],
    ['3029 kWh', '3.029 kWh'],
    ['1,450 pounds', '£1,450'],
    ['$5.00', 'USD 5.00, das sind 5 Dollar'],
    ['5 euros', 'EUR 5.00'],
    ['£5.00', '5 Pfund'],
    ['5 GBP', '5 pounds'],
    ['SEK 5.00', '5 SEK'],
    ['on 03/04/2024', 'am 03.04.2024'],
    ['am 03.04.2024', 'on 03/04/2024'],
    ['1.234.567 EUR', '1 234 567,00 EUR'],
    ['10,50 EUR', 'EUR 10.5'],
    ['CHF 5.00', '5 Franken'],
    ['EUR 46.33', 'Am 3. März 2024: 12,00 € und 46,33 €, 19 %, RE-2024-00817'],
    ['3 March 2024', 'RE-2024-00817 vom 03.03.2024, zahlbar bis 17.03.2024: 46,33 €'],
    ['RE-2024-00817', 'vom 03.03.2024: RE-2024-00817, 46,33 €'],
    ['3 March', 'vom 03.03.2024'],
  ];
  for (const [claim, evidence] of yes)
    it(`"${claim}" in "${evidence}"`, () => assert.deepEqual(states(claim, evidence), [true]));

  const no: readonly (readonly [string, string])[] = [
    ['$46.33', '46,33 €'],
    ['EUR 46.34', '46,33 €'],
    ['EUR 250', '250.000 EUR'],
    ['3 March 2024', 'im März 2024'],
    ['3 March 2024', 'am 03.03.2023'],
    ['19 %', '19,00 EUR'],
    ['CHF 5.00', '5,00 €'],
    ['5 Pfund', '5 Franken'],
    ['5 dollars', 'SEK 5.00'],
    ['NOK 5.00', 'SEK 5.00'],
    ['DKK 5.00', 'NOK 5.00'],
    ['CHF 5.00', 'GBP 5.00'],
    ['100 EUR', 'EUR 10'],
    ['1001 EUR', '101 EUR'],
    ['19 EUR', '19 %'],
    ['135', 'am 03.03.2024'],
    ['3 April', 'vom 03.03.2024'],
    ['4 March', 'vom 03.03.2024'],
    ['March 2023', 'am 03.03.2024'],
    ['RE-2024-00817', 'RE-2024-00818'],
  ];
  for (const [claim, evidence] of no)
    it(`"${claim}" not in "${evidence}"`, () => assert.deepEqual(states(claim, evidence), [false]));
});
