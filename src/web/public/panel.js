// The source panel: a passage in its surroundings, beside the answer on wide screens and over it on narrow ones.

import { send } from './ask-stream.js';
import { byId, element, fillSource, toMarked } from './dom.js';
import { findSpans, toPieces } from './passage.js';
import { hidePeek } from './peek.js';
import { findQuotation } from './quotation.js';

const panel = byId('panel');
const text = byId('panel-text');
const isWide = matchMedia('(min-width: 70rem)');
let opener;
let request;

/** Opens `source` at the quotation that `from` belongs to, else at its highlights. `from` gets the focus back. */
export async function openPanel(source, from) {
  const quotation =
    from
      .closest('blockquote')
      ?.querySelector('p')
      ?.textContent.replace(/^[“„]|[“”][^“”]*$/g, '') ?? '';
  opener = from;
  request?.abort();
  request = new AbortController();
  const { signal } = request;
  byId('panel-title').textContent = source.title;
  fillSource(panel, source);
  show({ before: null, after: null, text: source.text }, source, quotation);
  // Over the answer it takes the whole keyboard, beside it the answer stays in reach.
  document.body.classList.toggle('with-panel', isWide.matches);
  // Closed and opened again, it would hear of the closing only afterwards, and take that for its own.
  if (!panel.open) panel[isWide.matches ? 'show' : 'showModal']();
  scrollToMark();
  try {
    const response = await send(`/api/sources/${encodeURIComponent(source.passage)}`, { signal });
    show(await response.json(), source, quotation);
    scrollToMark();
  } catch (error) {
    if (!signal.aborted) text.prepend(element('p', { className: 'warning' }, error.message));
  }
}

export function closePanel() {
  const wasOpen = panel.open;
  panel.close();
  return wasOpen;
}

function show({ before, after, text: passage }, source, quotation) {
  const around = (part) => (part ? [element('p', { className: 'around' }, part)] : []);
  const quoted = findQuotation(passage, quotation);
  const pieces = toPieces(passage, quoted === undefined ? findSpans(passage, source) : [quoted]);
  text.replaceChildren(
    ...around(before),
    element('p', { className: 'passage' }, ...toMarked(pieces)),
    ...around(after),
  );
}

function scrollToMark() {
  const mark = text.querySelector('mark') ?? text.querySelector('.passage');
  text.scrollTop = mark.offsetTop - text.clientHeight / 3;
}

panel.querySelector('.close').addEventListener('click', () => panel.close());
panel.addEventListener('close', () => {
  request.abort();
  document.body.classList.remove('with-panel');
  if (opener?.isConnected) opener.focus();
  // The passage was open a moment ago: no look at it now.
  hidePeek();
});
panel.addEventListener('click', (event) => {
  // A click on the dialog itself is one beside its content: on the backdrop.
  if (event.target === panel && !isWide.matches) panel.close();
});
isWide.addEventListener('change', () => panel.open && panel.close());
