import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toMarkdown } from '../../../src/ask/quotation/markdown.ts';

describe('toMarkdown', () => {
  it('makes a block quote with the number of its source', () => {
    assert.equal(toMarkdown({ n: 2, text: 'The rent is 935,00 EUR.' }), '> “The rent is 935,00 EUR.” [2]');
  });

  it('leaves alone what is no markup: table rows, codes, amounts', () => {
    const text = 'Total | | EUR 46.33 - E:24 #7 snake_case 50 % & more 1) a@b.example';
    assert.equal(toMarkdown({ n: 1, text }), `> “${text}” [1]`);
  });

  it('makes one line of several, so that no line starts a heading or a list', () => {
    assert.equal(toMarkdown({ n: 1, text: ' a\n# b\n\n- c ' }), '> “a # b - c” [1]');
  });

  it('escapes a marker in the text: a document must not cite', () => {
    assert.equal(toMarkdown({ n: 1, text: 'see [2]' }), '> “see \\[2\\]” [1]');
  });

  it('escapes emphasis, code, HTML, entities and escapes', () => {
    assert.equal(
      toMarkdown({ n: 1, text: '*a* _b_ `c` <b>d</b> &amp; \\e ~~f~~' }),
      '> “\\*a\\* \\_b\\_ \\`c\\` \\<b>d\\</b> \\&amp; \\\\e \\~\\~f\\~\\~” [1]',
    );
  });
});
