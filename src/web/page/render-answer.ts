import { html, raw } from 'hono/html';
import * as parser from 'marked';
import type { Citation, Source } from '../../model.ts';
import { type AnswerNode, toAnswerTree } from '../public/answer-tree.js';
import { decorateQuotations } from '../public/quotation.js';
import type { Words } from '../words/en.ts';

/** An answer's Markdown as HTML: only elements of the tree, every text escaped, markers as links to the sources. */
export function renderAnswer(
  markdown: string,
  sources: readonly Source[],
  citations: readonly Citation[],
  { shared }: Words,
) {
  const tree = decorateQuotations(toAnswerTree(markdown, parser), sources, shared);
  return tree.map((node) => toHtml(node, citations, shared.unchecked));
}

function toHtml(node: AnswerNode, citations: readonly Citation[], doubt: string): unknown {
  if (node.text !== undefined) return node.text;
  if (node.cite !== undefined) {
    const citation = citations.find(({ n }) => n === node.cite);
    return citation === undefined ? '' : renderMarker(citation, doubt);
  }
  // Raw is safe: the tree's tags are the words of a fixed list.
  const [open, close] = [raw(`<${node.tag}>`), raw(`</${node.tag}>`)];
  return node.tag === 'br' || node.tag === 'hr'
    ? open
    : html`${open}${node.children.map((child) => toHtml(child, citations, doubt))}${close}`;
}

function renderMarker({ n, checked }: Citation, doubt: string) {
  return html`<a class="pill${checked ? '' : ' unchecked'}" href="#source-${n}"${checked ? '' : html` title="${doubt}"`}>${n}</a>`;
}
