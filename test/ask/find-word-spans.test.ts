import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findWordSpans } from '../../src/ask/find-word-spans.ts';
import { analyzeQuery } from '../../src/text/analyze.ts';

describe('findWordSpans', () => {
  it('marks words with an equal stem, compounds and identifiers', () => {
    assert.deepEqual(mark('Rechnungen', 'Die Rechnung ist da.'), ['Rechnung']);
    assert.deepEqual(mark('krankenversichert', 'Die Krankenversicherung ist da.'), ['Krankenversicherung']);
    assert.deepEqual(mark('re 2024/00817', 'This is no. RE-2024-00817 of'), ['RE-2024-00817']);
  });

  it('does not mark "least" for "lease" nor "foot" for "foo", which are the same in German only', () => {
    assert.deepEqual(mark('When does the lease end?', 'It is at least 54 Mbit/s until the end.'), ['end']);
    assert.deepEqual(mark('foo', 'The garden is a foot long.'), []);
  });

  it('does not mark "plug" for "plugh"', () => {
    assert.deepEqual(mark('plugh', 'Pull the plug of the machine.'), []);
  });
});

function mark(question: string, text: string): string[] {
  return findWordSpans(text, analyzeQuery(question)).map(({ start, end }) => text.slice(start, end));
}
