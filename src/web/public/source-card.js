// A source below its answer.

import { element, fillSource, fromTemplate, standFor, toMarked } from './dom.js';
import { toExcerpt } from './passage.js';

/** The card of `source`; `id` is what its number in the answer leads to. */
export function toCard(source, id) {
  const card = fromTemplate('card');
  card.id = id;
  card.querySelector('.pill').textContent = source.n;
  standFor(card.querySelector('.card-title'), source).textContent = source.title;
  card.querySelector('.excerpt').replaceChildren(...toMarked(toExcerpt(source.text, source.highlights)));
  const image = card.querySelector('img');
  image.src = `/api/documents/${source.document_id}/thumb`;
  image.addEventListener('error', () => image.remove());
  fillSource(card, source);
  return card;
}

/** The number `n` as it stands in an answer; `doubt` says why it may not hold. */
export function toPill(source, href, label, doubt) {
  const pill = element('a', { className: doubt ? 'pill unchecked' : 'pill', href, ariaLabel: label }, String(source.n));
  return standFor(pill, source);
}
