import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findSpans, toExcerpt, toPieces } from '../../../src/web/public/passage.js';

/** A text and spans in it, empty and overlapping ones too. */
const textAndSpans = fc.string({ maxLength: 900 }).chain((text) => {
  const offset = fc.nat(text.length);
  const span = fc.tuple(offset, offset).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
  return fc.tuple(fc.constant(text), fc.array(span, { maxLength: 6 }));
});

describe('toPieces', () => {
  it('loses and doubles nothing, whatever the spans', () => {
    fc.assert(
      fc.property(textAndSpans, ([text, spans]) => {
        const pieces = toPieces(text, spans);
        assert.equal(pieces.map((piece) => piece.text).join(''), text);
        assert.ok(pieces.every((piece) => piece.text !== ''));
      }),
    );
  });

  it('marks what is in a span, once where spans overlap', () => {
    const spans = [
      { start: 2, end: 4 },
      { start: 0, end: 1 },
      { start: 3, end: 5 },
    ];
    const pieces = toPieces('abcdef', spans).map(({ text, isMarked }) => (isMarked ? `<${text}>` : text));
    assert.deepEqual(pieces, ['<a>', 'b', '<cd>', '<e>', 'f']);
  });
});

describe('toExcerpt', () => {
  it('gives a short text whole', () => {
    assert.deepEqual(toExcerpt('short', []), [{ text: 'short', isMarked: false }]);
  });

  it('shows the first highlight of a long text and says that there is more', () => {
    const text = `${'word '.repeat(200)}amount 12,50 ${'word '.repeat(200)}`;
    const pieces = toExcerpt(text, [{ start: text.indexOf('amount'), end: text.indexOf('amount') + 6 }]);
    assert.deepEqual(
      pieces.filter(({ isMarked }) => isMarked),
      [{ text: 'amount', isMarked: true }],
    );
    assert.deepEqual([pieces[0]?.text, pieces.at(-1)?.text], ['… ', ' …']);
  });

  it('is never much longer than asked for, and part of the text', () => {
    fc.assert(
      fc.property(textAndSpans, ([text, spans]) => {
        const shown = toExcerpt(text, spans, 100)
          .map((piece) => piece.text)
          .join('');
        assert.ok(shown.length <= 145, String(shown.length));
        assert.ok(text.includes(shown.replace(/^… /, '').replace(/ …$/, '')));
      }),
    );
  });

  it('cuts no character in two', () => {
    assert.ok(toExcerpt('🧦'.repeat(200), [], 99).every(({ text }) => text.isWellFormed()));
  });
});

describe('findSpans', () => {
  const source = { text: 'the gas bill', highlights: [{ start: 4, end: 7 }] };

  it('moves the highlights along when more text surrounds the passage', () => {
    assert.deepEqual(findSpans('gas … the gas bill of May', source), [{ start: 10, end: 13 }]);
  });

  it('looks for each highlight when only a part of the passage is there, and leaves out what is not', () => {
    assert.deepEqual(findSpans('gas bill', source), [{ start: 0, end: 3 }]);
    assert.deepEqual(findSpans('the bill', source), []);
  });
});
