import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkCitations } from '../../../src/ask/chat/check-citations.ts';
import type { Source } from '../../../src/model.ts';
import { createSource } from '../world.ts';

const LEASE = createSource({
  n: 1,
  title: 'Lease',
  created: '2015-04-20',
  text: 'The rent is 935 EUR a month. Flat 2024-00817. The lease begins on 01.05.2015.',
});
const LETTER = createSource({ n: 2, title: 'New rent', text: 'From 1 July 2021 the rent is 985,00 EUR.' });

const check = (answer: string, sources: readonly Source[] = [LEASE, LETTER], question = '') =>
  checkCitations(answer, sources, question).map(({ n, checked }) => `${n} ${checked}`);

describe('checkCitations', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['The rent is 935 EUR [1].', ['1 true']],
    ['The rent is 999 EUR [1].', ['1 false']],
    ['Die Miete beträgt 935,00 € [1]. Ab 1. Juli 2021 sind es 985 Euro [2].', ['1 true', '2 true']],
    ['The rent is 935 EUR. [1] Then it was 985 EUR. [2]', ['1 true', '2 true']],
    ['The rent is 985 EUR. [1] Then it was 935 EUR. [2]', ['1 false', '2 false']],
    ['[1] The rent is 935 EUR.\n[2] The rent is 985 EUR.', ['1 true', '2 true']],
    ['- [1] The rent is 985 EUR.\n- [2] The rent is 985 EUR.', ['1 false', '2 true']],
    ['1. [1] The rent is 985 EUR.\n2. [2] The rent is 985 EUR.', ['1 false', '2 true']],
    ['> [1] The rent is 985 EUR.\n> [2] The rent is 985 EUR.', ['1 false', '2 true']],
    ['Rents:\n  - [1] The rent is 935 EUR.\n  - [2] The rent is 985 EUR.', ['1 true', '2 true']],
    ['The rent is 985 EUR.\n[1] [2]', ['1 false', '2 true']],
    ['The rent rose from 935 EUR [1] to 985 EUR [2].', ['1 true', '2 true']],
    ['The rent is 935 EUR [1][2].', ['1 true', '2 false']],
    ['The lease begins on 1 May 2015 [1].', ['1 true']],
    ['The lease begins on 2 May 2015 [1].', ['1 false']],
    ['The lease is of 2015 [1].', ['1 true']],
    ['The lease is of 2016 [1].', ['1 false']],
    ['It is the flat 2024-00817 [1].', ['1 true']],
    ['It is the flat 2024-00818 [1].', ['1 false']],
    ['The lease has 2 parties [1].', ['1 true']],
    ['The rent is 1\\.935 EUR [1].', ['1 false']],
    ['The rent is \\[2\\] 935\\.00 EUR [1].', ['1 true']],
    ['It takes 4711 steps [1].', ['1 false']],
    ['The lease takes 480 steps [1].', ['1 false']],
    ['The lease takes 48 steps [1].', ['1 true']],
    ['The rent is 935 EUR, and the deposit 2,805 EUR [1][2].', ['1 false', '2 false']],
    ['The rent is 935 EUR. [1] Then 985 EUR.\n\n1. [2] It is 985 EUR.', ['1 true', '2 true']],
    ['The rent is 935 EUR [1]. The deposit is 1 EUR.', ['1 true']],
    ['| rent | 935 EUR [1] |\n| new rent | 999 EUR [2] |', ['1 true', '2 false']],
    ['The rent is due in advance [1].', ['1 true']],
    ['A solicitor in Bristol keeps the original [1].', ['1 false']],
    ['Ein Notar in Talhausen verwahrt die Urschrift [1].', ['1 true']],
    ['Right once [1], and 999 EUR another time.\n\nRent: 935 EUR [1].', ['1 false']],
    ['Nothing is cited.', []],
    ['', []],
  ];
  for (const [answer, expected] of cases)
    it(`${JSON.stringify(answer)}: ${expected.join(', ') || 'none'}`, () => assert.deepEqual(check(answer), expected));

  it('comes to an end with a line of blanks: a million of them held the program up for good', () => {
    assert.deepEqual(check(`The rent is 935 EUR${' '.repeat(1_000_000)}[1]${'\t'.repeat(1_000_000)}x`), ['1 true']);
    assert.deepEqual(check(`${'\u00a0'.repeat(1_000_000)}[1] The rent is 935 EUR.`), ['1 true']);
  });

  it('tells a year from dates, and not from what only begins with the same digits', () => {
    const source = createSource({ n: 1, text: 'The invoice 2016-00817 is about 2016.50 EUR, 20160 points.' });
    assert.deepEqual(check('The invoice is of 2016 [1].', [source]), ['1 false']);
    const dated = createSource({ n: 1, text: 'The invoice of 3 May 2016.' });
    assert.deepEqual(check('The invoice is of 2016 [1].', [dated]), ['1 true']);
    assert.deepEqual(check('The invoice is about 2016 EUR [1].', [dated]), ['1 false']);
  });

  it('takes a year from the question, but no other number', () => {
    assert.deepEqual(check('The lease takes 4711 steps [1].', [LEASE], 'Does the lease take 4711 steps?'), ['1 false']);
    const question = 'Was the rent 999 EUR in 2018?';
    assert.deepEqual(check('In 2018 the rent was 935 EUR [1].', [LEASE], question), ['1 true']);
    assert.deepEqual(check('In 2018 the rent was 999 EUR [1].', [LEASE], question), ['1 false']);
  });

  it('gives the passage that is cited', () => {
    assert.deepEqual(checkCitations('Yes [2].', [LEASE, LETTER], ''), [
      { n: 2, passage: LETTER.passage, checked: true },
    ]);
  });

  it('finds amounts, dates and identifiers in any spelling, and no other ones', () => {
    const cents = fc.integer({ min: 100_001, max: 99_999_999 });
    const day = fc.record({
      year: fc.integer({ min: 2001, max: 2029 }),
      month: fc.integer({ min: 0, max: 11 }),
      day: fc.integer({ min: 13, max: 28 }),
    });
    const serial = fc.integer({ min: 10_000, max: 99_999 });
    const fact = fc.oneof(cents.map(spellAmount), day.map(spellDay), serial.map(spellSerial));
    const spelled = fact.chain(({ same, other }) =>
      fc.record({ claim: fc.constantFrom(...same), given: fc.constantFrom(...same), wrong: fc.constantFrom(...other) }),
    );
    fc.assert(
      fc.property(spelled, ({ claim, given, wrong }) => {
        const source = createSource({ n: 1, text: `Es gilt: ${given} laut Vertrag.` });
        assert.deepEqual(check(`It is ${claim} by contract [1].`, [source]), ['1 true'], `${claim} in ${given}`);
        assert.deepEqual(check(`It is ${wrong} by contract [1].`, [source]), ['1 false'], `${wrong} in ${given}`);
      }),
      { numRuns: 300 },
    );
  });
});

function spellAmount(cents: number) {
  const spell = (value: number) => {
    const [whole = '', rest] = [String(Math.floor(value / 100)), String(value % 100).padStart(2, '0')];
    const group = (by: string) => whole.replace(/\B(?=(\d{3})+$)/g, by);
    return [
      `${group('.')},${rest} €`,
      `EUR ${group(',')}.${rest}`,
      `${whole},${rest} EUR`,
      `${group('\u202f')},${rest} Euro`,
    ];
  };
  return { same: spell(cents), other: spell(cents + 1) };
}

function spellDay({ year, month, day }: { year: number; month: number; day: number }) {
  const spell = (at: number) => {
    const name = (language: string) =>
      new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(year, month, 1));
    const two = (value: number) => String(value).padStart(2, '0');
    return [
      `${year}-${two(month + 1)}-${two(at)}`,
      `${two(at)}.${two(month + 1)}.${year}`,
      `${at}. ${name('de')} ${year}`,
      `${at} ${name('en')} ${year}`,
      `${name('en')} ${at}, ${year}`,
    ];
  };
  return { same: spell(day), other: spell(day === 28 ? 13 : day + 1) };
}

function spellSerial(serial: number) {
  const spell = (value: number) => [`RE-2024-${value}`, `RE 2024-${value}`, `re-2024-${value}`];
  return { same: spell(serial), other: spell(serial + 1) };
}
