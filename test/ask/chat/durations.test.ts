import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCitations } from '../../../src/ask/chat/check-citations.ts';
import { findDurations } from '../../../src/ask/chat/durations.ts';
import { createSource } from '../world.ts';

describe('findDurations', () => {
  const cases: readonly (readonly [text: string, expected: readonly string[]])[] = [
    ['Frist: 14 Tage', ['14 days']],
    ['within two weeks', ['14 days']],
    ['innerhalb von zwei Wochen', ['14 days']],
    ['drei volle Monate, 30 calendar days', ['3 months', '30 days']],
    ['eine 24-monatige Laufzeit', ['24 months']],
    ['zwei Jahre und zwölf Monate', ['24 months', '12 months']],
    ['a two-year contract', ['24 months']],
    ['2 years old, 48 hours, fünf Stunden', ['24 months', '48 hours', '5 hours']],
    ['one day, eines Monats, im Jahr 2024, 12,50 Tage', []],
    ['3 Tagungen, 5 Jahreszeiten, 2 yearlings, Mai 14 Uhr', []],
    ['', []],
  ];
  for (const [text, expected] of cases)
    it(`${JSON.stringify(text)}: ${expected.join(', ') || 'none'}`, () =>
      assert.deepEqual(
        findDurations(text).flatMap(({ readings }) => readings),
        expected,
      ));
});

it('a deadline that the source does not give is doubted: two digits were no claim', () => {
  const source = createSource({ n: 1, title: 'Mietvertrag', text: 'Die Kündigungsfrist beträgt drei Monate.' });
  const check = (answer: string) => checkCitations(answer, [source], 'Wie lang ist die Frist?')[0]?.checked;
  for (const right of ['Die Frist beträgt 3 Monate [1].', 'The notice period is three months [1].'])
    assert.equal(check(right), true, right);
  for (const wrong of [
    'Die Frist beträgt 6 Monate [1].',
    'Die Frist beträgt drei Wochen [1].',
    'It is one of 3 days [1].',
  ])
    assert.equal(check(wrong), false, wrong);
});
