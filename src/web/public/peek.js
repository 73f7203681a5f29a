// A look at a passage while the pointer or the focus is on its number.

import { byId, element, findSource, toMarked } from './dom.js';
import { words } from './page-words.js';
import { toExcerpt } from './passage.js';

const peek = byId('peek');
const GAP = 8;
let timer;

export function installPeek(root) {
  root.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && show(event.target.closest('.pill')));
  root.addEventListener('focusin', (event) => event.target.matches('.pill:focus-visible') && show(event.target));
  root.addEventListener('pointerout', leave);
  root.addEventListener('focusout', hidePeek);
  // What is hovered may be read: it stays while the pointer is on it.
  peek.addEventListener('pointerover', () => clearTimeout(timer));
  peek.addEventListener('pointerout', leave);
}

export function hidePeek() {
  clearTimeout(timer);
  const wasOpen = peek.matches(':popover-open');
  peek.hidePopover();
  return wasOpen;
}

function leave() {
  clearTimeout(timer);
  timer = setTimeout(hidePeek, 150);
}

function show(pill) {
  const source = pill && findSource(pill);
  if (!source) return;
  clearTimeout(timer);
  peek.replaceChildren(
    element('strong', {}, source.title),
    element('span', {}, ...toMarked(toExcerpt(source.text, source.highlights, 240))),
    pill.matches('.unchecked') ? element('em', {}, words.unchecked) : '',
  );
  peek.showPopover();
  pill.setAttribute('aria-describedby', peek.id);
  const at = pill.getBoundingClientRect();
  const { width, height } = peek.getBoundingClientRect();
  const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), innerWidth - width - GAP);
  const isRoomAbove = at.top > height + GAP;
  peek.style.left = `${left}px`;
  peek.style.top = `${isRoomAbove ? at.top - height - GAP : at.bottom + GAP}px`;
}
