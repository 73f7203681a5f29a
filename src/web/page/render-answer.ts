import { html, raw } from 'hono/html';
import * as parser from 'marked';
import type { Citation, Source } from '../../model.ts';
import { type AnswerNode, toAnswerTree } from '../public/answer-tree.js';
import { decorateQuotations } from '../public/quotation.js';
import { UNCHECKED } from '../public/words.js';

/** An answer's Markdown as HTML: only elements of the tree, every text escaped, markers as links to the sources. */
export function renderAnswer(markdown: string, sources: readonly Source[], citations: readonly Citation[]) {
  return decorateQuotations(toAnswerTree(markdown, parser), sources).map((node) => toHtml(node, citations));
}

function toHtml(node: AnswerNode, citations: readonly Citation[]): unknown {
  if (node.text !== undefined) return node.text;
  if (node.cite !== undefined) return renderMarker(citations.find(({ n }) => n === node.cite));
  // Raw is safe: the tree's tags are the words of a fixed list.
  const [open, close] = [raw(`<${node.tag}>`), raw(`</${node.tag}>`)];
  return node.tag === 'br' || node.tag === 'hr'
    ? open
    : html`${open}${node.children.map((child) => toHtml(child, citations))}${close}`;
}

/** A number without a citation vanishes. */
function renderMarker(citation: Citation | undefined) {
  if (citation === undefined) return '';
  const { n, checked } = citation;
  const doubt = checked ? '' : html` title="${UNCHECKED}"`;
  return html`<a class="pill${checked ? '' : ' unchecked'}" href="#source-${n}"${doubt}>${n}</a>`;
}
