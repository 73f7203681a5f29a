// The text of an answer: Markdown as it arrives, drawn as elements.

import { toAnswerTree } from './answer-tree.js';
import { element } from './dom.js';
import * as parser from './marked.js';
import { words } from './page-words.js';
import { decorateQuotations } from './quotation.js';
import { toPill } from './source-card.js';
import { fill } from './words.js';

/** Draws `answer` ({ text, sources, citations }) into `box`, at once or with the next frame. */
export function createAnswerBox(box, answer, toHref) {
  let blocks = [];
  let frame = 0;

  /** Blocks that did not change keep their elements, and the focus in them. */
  const draw = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    const tree = decorateQuotations(toAnswerTree(answer.text, parser), answer.sources, words);
    const keys = tree.map((node) => JSON.stringify([node, answer.citations]));
    const changed = keys.findIndex((key, at) => key !== blocks[at]);
    const from = changed < 0 ? keys.length : changed;
    while (box.childNodes.length > from) box.lastChild.remove();
    box.append(...tree.slice(from).map(toElement));
    blocks = keys;
  };

  const toElement = ({ tag, text, cite, children }) => {
    if (text !== undefined) return document.createTextNode(text);
    return cite === undefined ? element(tag, {}, ...children.map(toElement)) : toMarker(cite);
  };

  /** A number without a source vanishes. */
  const toMarker = (n) => {
    const source = answer.sources.find((one) => one.n === n);
    if (source === undefined) return '';
    const isChecked = answer.citations?.find((citation) => citation.n === n)?.checked ?? true;
    const doubt = isChecked ? '' : `. ${words.unchecked}`;
    return toPill(source, toHref(n), fill(words.source, source) + doubt, doubt);
  };

  return {
    draw,
    drawSoon: () => {
      frame ||= requestAnimationFrame(draw);
    },
  };
}
