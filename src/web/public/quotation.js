// Shared by the page and the server: a quotation in an answer, and where it stands in its source.

import { toPieces } from './passage.js';
import { formatDate } from './words.js';

/** Quotations of an answer's tree with the question's words marked and the document named: people know their papers by name. */
export function decorateQuotations(tree, sources, words) {
  return tree.map((node) => {
    const source = node.tag === 'blockquote' && sources.find(({ n }) => n === findCitation(node));
    if (!source) return node;
    const caption = [source.title, source.correspondent, source.created && formatDate(source.created, words)];
    // Apart from each other: a title may turn the direction of what follows it.
    const parts = caption.filter(Boolean).map((text) => ({ tag: 'bdi', children: [{ text }] }));
    const footer = {
      tag: 'footer',
      children: parts.flatMap((part, at) => (at === 0 ? part : [{ text: ' · ' }, part])),
    };
    return { tag: 'blockquote', children: [...node.children.flatMap((child) => markWords(child, source)), footer] };
  });
}

/** The span of `text` that `quotation` quotes, whatever its line breaks have become; undefined when it is not there. */
export function findQuotation(text, quotation) {
  const words = quotation.match(/[^\s\u00a0]+/g) ?? [];
  if (words.length === 0) return undefined;
  const pattern = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('\\s+');
  const match = new RegExp(pattern).exec(text);
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
}

function findCitation({ cite, children = [] }) {
  return cite ?? children.map(findCitation).find((n) => n !== undefined);
}

function markWords(node, source) {
  if (node.tag !== undefined)
    return [{ ...node, children: node.children.flatMap((child) => markWords(child, source)) }];
  if (node.text === undefined) return [node];
  const words = new Set(source.highlights.map(({ start, end }) => source.text.slice(start, end)));
  const spans = [...words].flatMap((word) => findAll(node.text, word));
  return toPieces(node.text, spans).map(({ text, isMarked }) =>
    isMarked ? { tag: 'mark', children: [{ text }] } : { text },
  );
}

function findAll(text, word) {
  const spans = [];
  if (word === '') return spans;
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + word.length))
    spans.push({ start, end: start + word.length });
  return spans;
}
