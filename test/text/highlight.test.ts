import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { analyzeQuery } from '../../src/text/analyze.ts';
import { createSpanFinder } from '../../src/text/highlight.ts';
import { anyText } from './any-text.ts';

const marked = (question: string, text: string): string[] =>
  createSpanFinder(analyzeQuery(question))(text).map(({ start, end }) => text.slice(start, end));

describe('highlighted is', () => {
  const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['an inflected word', 'Rechnungen', 'Die Rechnung kam.', ['Rechnung']],
    ['a compound of it', 'krankenversichert', 'Krankenversicherung: Heide-BKK', ['Krankenversicherung']],
    ['a word with another spelling', 'hauptstrasse', 'in der HAUPTSTRA\u1e9eE 4', ['HAUPTSTRA\u1e9eE']],
    ['a word with separate marks', 'Störung', 'keine Sto\u0308rung heute', ['Sto\u0308rung']],
    ['an English word in another form', 'policies', 'This policy covers', ['policy']],
    ['an identifier as a whole', 're 2024/00817', 'Nr. RE-2024-00817 vom', ['RE-2024-00817']],
    [
      'an IBAN with blanks',
      'DE00699900000077160006',
      'auf DE00 6999 0000 0077 1600 06.',
      ['DE00 6999 0000 0077 1600 06'],
    ],
    ['Japanese inside of a run', '東京', '請求書は東京都です', ['東京']],
    [
      'no "least" for "lease", which are the same in German only',
      'When does the lease end?',
      'at least until the end',
      ['end'],
    ],
    ['no "foot" for "foo"', 'foo', 'The garden is a foot long.', []],
    ['no "plug" for "plugh"', 'plugh', 'Pull the plug of the machine.', []],
    ['no stop word', 'was ist die Miete', 'die Miete ist was', ['Miete']],
    ['nothing without a question', '', 'die Miete', []],
  ];
  for (const [name, question, text, expected] of cases)
    it(name, () => assert.deepEqual(marked(question, text), expected));

  it('in order and apart, within the text', () => {
    fc.assert(
      fc.property(anyText(20), anyText(60), (question, text) => {
        let before = 0;
        for (const { start, end } of createSpanFinder(analyzeQuery(question))(text)) {
          assert.ok(before <= start && start < end && end <= text.length);
          before = end;
        }
      }),
    );
  });
});
