import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutAround } from '../../src/search-mcp/cut-around.ts';

describe('cutAround', () => {
  it('keeps what is short enough as it is', () => assert.equal(cutAround('short', [], 700), 'short'));

  it('shows the part that holds the words, at the borders of words', () => {
    const text = `${'before '.repeat(200)}the sum of 12 euros${' after'.repeat(200)}`;
    const start = text.indexOf('sum');
    const cut = cutAround(text, [{ start, end: start + 3 }], 200);
    assert.match(cut, /^…before .*the sum of 12 euros.* after…$/s);
  });

  it('is never longer than allowed, never cuts a letter in two, and leaves out only at its ends', () => {
    const spans = fc.array(
      fc.nat(400).map((start) => ({ start, end: start + 5 })),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        spans,
        fc.integer({ min: 100, max: 200 }),
        (text, list, max) => {
          const cut = cutAround(text, list, max);
          assert.ok(cut.length <= max && (cut.isWellFormed() || !text.isWellFormed()));
          assert.ok(text.includes(cut.replace(/^…|…$/g, '')));
        },
      ),
    );
  });
});
