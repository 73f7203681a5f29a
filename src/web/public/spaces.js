// Saved spaces: filters under a name, to be chosen again with one click.

import { byId, element } from './dom.js';
import { areSame, MAX_SPACES, toSpaces } from './kept.js';
import { words } from './page-words.js';
import { readFilters, showFilters } from './scope.js';
import { keep, readKept } from './storage.js';
import { fill } from './words.js';

const STORED = 'spaces';
const list = byId('space-list');
const naming = byId('space-name');
const input = byId('space');
const save = byId('space-save');
const note = byId('space-note');

// Read afresh each time: another tab may have changed them.
const readSpaces = () => toSpaces(readKept(STORED));

export function installSpaces() {
  byId('spaces').hidden = false;
  document.addEventListener('filters', show);
  addEventListener('storage', show);
  save.addEventListener('click', () => {
    naming.hidden = false;
    save.hidden = true;
    input.focus();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    endNaming();
  });
  document.body.append(element('form', { id: 'space-form' }));
  byId('space-form').addEventListener('submit', (event) => {
    event.preventDefault();
    if (input.value.trim() === '') return;
    put({ name: input.value.trim(), filters: readFilters() });
    endNaming();
  });
}

function endNaming() {
  input.value = '';
  naming.hidden = true;
  show();
  (save.hidden ? (list.querySelector('[aria-pressed=true]') ?? byId('q')) : save).focus();
}

function show() {
  const spaces = readSpaces();
  const filters = readFilters();
  const chosen = spaces.find((space) => areSame(space.filters, filters));
  list.replaceChildren(...spaces.map((space) => toChip(space, space === chosen)));
  save.hidden =
    Object.keys(filters).length === 0 || chosen !== undefined || spaces.length >= MAX_SPACES || !naming.hidden;
  if (Object.keys(filters).length === 0) naming.hidden = true;
}

function toChip(space, isChosen) {
  const choose = element('button', { type: 'button', className: 'space', ariaPressed: String(isChosen) }, space.name);
  choose.addEventListener('click', () => {
    note.replaceChildren();
    showFilters(isChosen ? {} : space.filters);
    list.querySelectorAll('.space')[readSpaces().findIndex(({ name }) => name === space.name)]?.focus();
  });
  const ariaLabel = fill(words.removeSpace, space);
  const remove = element('button', { type: 'button', ariaLabel }, '×');
  remove.addEventListener('click', () => {
    keep(
      STORED,
      readSpaces().filter(({ name }) => name !== space.name),
    );
    show();
    const undo = element('button', { type: 'button', className: 'quiet' }, words.undo);
    undo.addEventListener('click', () => put(space));
    note.replaceChildren(`${fill(words.removedSpace, space)} `, undo);
    undo.focus();
  });
  return element('span', { className: 'tag' }, choose, remove);
}

function put(space) {
  const isKept = keep(STORED, toSpaces([...readSpaces(), space]));
  note.replaceChildren(isKept ? '' : words.notKept);
  show();
  list.querySelector('[aria-pressed=true]')?.focus();
}
