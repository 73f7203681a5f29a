// What was asked in this browser: to be searched, asked again, forgotten.

import { byId, element } from './dom.js';
import { addEntry, areSame, findEntries, toEntries } from './kept.js';
import { words } from './page-words.js';
import { keep, readKept } from './storage.js';
import { fill, toFilterWords } from './words.js';

const STORED = 'history';
const dialog = byId('history');
const list = byId('entries');
const search = byId('history-search');
const note = byId('history-note');
const clear = byId('history-clear');
const clearLabel = clear.textContent;

let isKept = true;

// Read afresh each time: another tab may have asked, too.
const readEntries = () => toEntries(readKept(STORED));

export function rememberQuestion(q, filters) {
  isKept = keep(STORED, addEntry(readEntries(), { q, filters, at: Date.now() }));
}

/** `ask` is called with the question and filters that were chosen. */
export function installHistory(ask) {
  const open = byId('history-open');
  open.hidden = false;
  open.addEventListener('click', () => {
    search.value = '';
    show();
    dialog.showModal();
  });
  search.addEventListener('input', show);
  list.addEventListener('click', ({ target }) => {
    const at = [...list.children].indexOf(target.closest('li'));
    const entry = findShown()[at];
    if (target.closest('.entry')) {
      dialog.close();
      byId('q').focus();
      void ask(entry.q, entry.filters);
    } else if (target.closest('.forget')) {
      write(readEntries().filter(({ q, filters }) => q !== entry.q || !areSame(filters, entry.filters)));
      (list.children[at]?.querySelector('.forget') ?? search).focus();
    }
  });
  // Not at the first click: it can't be undone.
  clear.addEventListener('click', () => {
    if (clear.textContent !== words.history.sure) clear.textContent = words.history.sure;
    else {
      write([]);
      search.focus();
    }
  });
  clear.addEventListener('blur', () => {
    clear.textContent = clearLabel;
  });
  dialog.querySelector('.close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
}

const findShown = () => findEntries(readEntries(), search.value, words);

function write(entries) {
  keep(STORED, entries);
  show();
}

function show() {
  const entries = findShown();
  list.replaceChildren(...entries.map(toItem));
  const none = readEntries().length === 0 ? words.history.empty : words.history.none;
  note.textContent = entries.length === 0 ? none : isKept ? '' : words.notKept;
  clear.hidden = readEntries().length === 0;
}

function toItem({ q, filters, at }) {
  const asked = new Date(at).toLocaleString(words.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const details = [asked, ...toFilterWords(filters, words)].join(' · ');
  const again = element('button', { type: 'button', className: 'entry' }, q, element('small', {}, details));
  const ariaLabel = fill(words.history.remove, { q });
  return element('li', {}, again, element('button', { type: 'button', className: 'forget', ariaLabel }, '×'));
}
