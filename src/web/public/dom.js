// Building the page from data. Text only ever becomes text nodes: no string is parsed as HTML anywhere.

import { formatDate } from './passage.js';

export const byId = (id) => document.getElementById(id);

/** An element with properties and children (elements or texts). */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Pieces of a passage, the marked ones in `<mark>`. */
export function toMarked(pieces) {
  return pieces.map(({ text, isMarked }) => (isMarked ? element('mark', {}, text) : text));
}

/** Fills correspondent, date and the link into Paperless of a card or the panel. */
export function fillSource(root, { correspondent, created, url }) {
  root.querySelector('.correspondent').textContent = correspondent ?? '';
  root.querySelector('time').textContent = created ? formatDate(created) : '';
  const link = root.querySelector('.open');
  link.hidden = url === null;
  if (url !== null) link.href = url;
}
