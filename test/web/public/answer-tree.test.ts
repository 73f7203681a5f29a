import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as parser from 'marked';
import { toMarkdown } from '../../../src/ask/quotation/markdown.ts';
import { type AnswerNode, toAnswerTree } from '../../../src/web/public/answer-tree.js';

const ELEMENTS = 'p h4 ul ol li pre code hr br table tr th td blockquote strong em del'.split(' ');

describe('toAnswerTree', () => {
  it('knows paragraphs, lists, bold, code, tables and quotations', () => {
    const markdown = '# T\n\na **b** `c`\n\n- d\n\n1. e\n\n| f |\n|--|\n| g |\n\n> h\n\n```\ni\n```';
    const tags = toAnswerTree(markdown, parser).map(({ tag }) => tag);
    assert.deepEqual(tags, ['h4', 'p', 'ul', 'ol', 'table', 'blockquote', 'pre']);
  });

  it('makes markers citations, wherever they stand', () => {
    assert.deepEqual(citationsOf('a [1], **b [2]**\n\n- c [3][4]\n\n| d |\n|--|\n| [5] |'), [1, 2, 3, 4, 5]);
  });

  it('leaves an escaped marker of a document alone', () => {
    assert.deepEqual(toAnswerTree('see \\[3\\] of it', parser), [{ tag: 'p', children: [{ text: 'see [3] of it' }] }]);
  });

  it('takes a list of references at the end for text, not for links', () => {
    assert.deepEqual(citationsOf('a [1]\n\n[1]: https://evil.example'), [1, 1]);
  });

  it('leaves links, images and HTML the text they were written as', () => {
    const markdown = '[a](javascript:b) ![c](d.png) <script>e</script> https://f.example <g@h.example>';
    assert.equal(textOf(toAnswerTree(markdown, parser)), markdown);
    assert.equal(textOf(toAnswerTree('<div onclick=x>\ny\n</div>', parser)), '<div onclick=x>\ny\n</div>');
  });

  it('shows a quotation word for word, whatever is in it', () => {
    const piece = fc.constantFrom(
      ...[
        '~',
        '~~',
        '*',
        '_',
        '`',
        '[',
        ']',
        '(',
        ')',
        '<',
        '>',
        '&',
        ';',
        '|',
        '\\',
        '!',
        '#',
        '-',
        '+',
        '1.',
        ':',
        ' ',
        'a',
        'B',
        '5',
      ],
      ...['http://a.example/_m', 'www.x.example/*[', 'a@b.example', '&amp;', '[2]', '<b>', 'é'],
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (quoted) => {
        const expected = `“${quoted.trim().replace(/\s+/g, ' ')}”`;
        const shown = toText(toAnswerTree(toMarkdown({ n: 1, text: quoted }), parser));
        assert.equal(shown.replace(/\u00a0/g, ' ').trim(), `${expected} {1}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('comes to an end with Markdown that is made to have none, and loses no character a reader would miss', () => {
    const bombs = {
      lists: `${'- '.repeat(10_000)}x`,
      numbers: `${'1. '.repeat(10_000)}x`,
      quotations: `${'> '.repeat(10_000)}x`,
      both: `${'> - '.repeat(5_000)}x`,
      steps: Array.from({ length: 1_000 }, (_, depth) => `${' '.repeat(2 * depth)}- x`).join('\n'),
      emphasis: '*a_'.repeat(10_000),
      strong: '**a __b ~~c '.repeat(2_000),
      brackets: '[a]('.repeat(5_000),
      table: `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${`|${'x|'.repeat(500)}\n`.repeat(20)}`,
    };
    for (const [name, markdown] of Object.entries(bombs)) {
      const tree = toAnswerTree(markdown, parser);
      const wanted = new Set(markdown.match(/[a-z]/g));
      assert.ok(wanted.isSubsetOf(new Set(textOf(tree).match(/[a-z]/g))), name);
      assert.ok(depthOf(tree) < 50, name);
    }
  });

  it('shows emphasis still in a long answer of many paragraphs', () => {
    const markdown = Array.from({ length: 100 }, () => 'The **rent** is *935* EUR [1].').join('\n\n');
    assert.equal(tagsOf(toAnswerTree(markdown, parser)).filter((tag) => tag === 'strong').length, 100);
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
        const unknown = tagsOf(toAnswerTree(parts.join(''), parser)).filter((tag) => !ELEMENTS.includes(tag));
        assert.deepEqual(unknown, []);
      }),
    );
  });
});

function tagsOf(nodes: readonly AnswerNode[]): string[] {
  return nodes.flatMap((node) => (node.tag === undefined ? [] : [node.tag, ...tagsOf(node.children)]));
}

function depthOf(nodes: readonly AnswerNode[]): number {
  return Math.max(0, ...nodes.map((node) => (node.tag === undefined ? 0 : 1 + depthOf(node.children))));
}

function citationsOf(markdown: string): number[] {
  const walk = (nodes: readonly AnswerNode[]): number[] =>
    nodes.flatMap((node) => (node.tag === undefined ? (node.cite ?? []) : walk(node.children)));
  return walk(toAnswerTree(markdown, parser));
}

function textOf(nodes: readonly AnswerNode[]): string {
  return nodes.map((node) => node.text ?? (node.tag === undefined ? '' : textOf(node.children))).join('');
}

function toText(nodes: readonly AnswerNode[]): string {
  return nodes
    .map((node) => {
      if (node.text !== undefined) return node.text;
      return node.cite === undefined ? toText(node.children) : `{${node.cite}}`;
    })
    .join('');
}
