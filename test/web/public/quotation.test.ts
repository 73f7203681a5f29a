import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decorateQuotations, findQuotation } from '../../../src/web/public/quotation.js';
import { en } from '../../../src/web/words/en.ts';
import { SOURCE } from '../../fakes/scripted-answers.ts';

const QUOTATION = {
  tag: 'blockquote',
  children: [{ tag: 'p', children: [{ text: 'Der Gesamtbetrag ist' }, { cite: 1 }] }],
};

describe('decorateQuotations', () => {
  it("marks the question's words and names the document", () => {
    assert.deepEqual(decorateQuotations([QUOTATION], [SOURCE], en.shared), [
      {
        tag: 'blockquote',
        children: [
          {
            tag: 'p',
            children: [
              { text: 'Der ' },
              { tag: 'mark', children: [{ text: 'Gesamtbetrag' }] },
              { text: ' ist' },
              { cite: 1 },
            ],
          },
          {
            tag: 'footer',
            children: [
              { tag: 'bdi', children: [{ text: 'Jahresabrechnung Strom 2022' }] },
              { text: ' · ' },
              { tag: 'bdi', children: [{ text: 'Stadtwerke' }] },
              { text: ' · ' },
              { tag: 'bdi', children: [{ text: '19\u00a0Jan\u00a02023' }] },
            ],
          },
        ],
      },
    ]);
  });

  it('leaves everything else as it is', () => {
    const paragraph = { tag: 'p', children: [{ text: 'Der Gesamtbetrag' }, { cite: 1 }] };
    assert.deepEqual(decorateQuotations([paragraph, QUOTATION], [], en.shared), [paragraph, QUOTATION]);
  });
});

describe('findQuotation', () => {
  it('finds what was quoted although its line breaks became blanks', () => {
    assert.deepEqual(findQuotation('a\nb  (c)\nd', 'b (c)'), { start: 2, end: 8 });
  });

  it('finds nothing where there is nothing', () => {
    assert.equal(findQuotation('a b', 'c'), undefined);
    assert.equal(findQuotation('a b', ' \n'), undefined);
  });

  it('finds every piece of a text that begins and ends with a word, whatever characters are in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, piece) => {
        fc.pre(piece.trim() === piece && piece !== '');
        const text = `${before} ${piece}`;
        const found = findQuotation(text, piece.replace(/\s+/g, ' '));
        assert.ok(found !== undefined && text.slice(found.start, found.end).length >= piece.trim().length);
      }),
    );
  });
});
