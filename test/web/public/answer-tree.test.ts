import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Marked } from 'marked';
import { type AnswerNode, toAnswerTree } from '../../../src/web/public/answer-tree.js';

const ELEMENTS = 'p h3 ul ol li pre code hr br table tr th td blockquote strong em del'.split(' ');

describe('toAnswerTree', () => {
  it('knows paragraphs, lists, bold, code, tables and quotations', () => {
    const markdown = '# T\n\na **b** `c`\n\n- d\n\n1. e\n\n| f |\n|--|\n| g |\n\n> h\n\n```\ni\n```';
    const tags = toAnswerTree(markdown, Marked).map(({ tag }) => tag);
    assert.deepEqual(tags, ['h3', 'p', 'ul', 'ol', 'table', 'blockquote', 'pre']);
  });

  it('makes markers citations, wherever they stand', () => {
    assert.deepEqual(citationsOf('a [1], **b [2]**\n\n- c [3][4]\n\n| d |\n|--|\n| [5] |'), [1, 2, 3, 4, 5]);
  });

  it('leaves an escaped marker of a document alone', () => {
    assert.deepEqual(toAnswerTree('see \\[3\\] of it', Marked), [{ tag: 'p', children: [{ text: 'see [3] of it' }] }]);
  });

  it('takes a list of references at the end for text, not for links', () => {
    assert.deepEqual(citationsOf('a [1]\n\n[1]: https://evil.example'), [1, 1]);
  });

  it('leaves links, images and HTML the text they were written as', () => {
    const markdown = '[a](javascript:b) ![c](d.png) <script>e</script> https://f.example <g@h.example>';
    assert.equal(textOf(toAnswerTree(markdown, Marked)), markdown);
    assert.equal(textOf(toAnswerTree('<div onclick=x>\ny\n</div>', Marked)), '<div onclick=x>\ny\n</div>');
  });

  it('never makes an element outside its list', () => {
    const pieces = [
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '`',
      '*',
      '_',
      '|',
      '-',
      '#',
      '\n',
      ' ',
      'a',
      '1',
      '&amp;',
      'javascript:',
      '<b>',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const unknown = tagsOf(toAnswerTree(parts.join(''), Marked)).filter((tag) => !ELEMENTS.includes(tag));
        assert.deepEqual(unknown, []);
      }),
    );
  });
});

function tagsOf(nodes: readonly AnswerNode[]): string[] {
  return nodes.flatMap((node) => (node.tag === undefined ? [] : [node.tag, ...tagsOf(node.children)]));
}

function citationsOf(markdown: string): number[] {
  const walk = (nodes: readonly AnswerNode[]): number[] =>
    nodes.flatMap((node) => (node.tag === undefined ? (node.cite ?? []) : walk(node.children)));
  return walk(toAnswerTree(markdown, Marked));
}

function textOf(nodes: readonly AnswerNode[]): string {
  return nodes.map((node) => node.text ?? (node.tag === undefined ? '' : textOf(node.children))).join('');
}
