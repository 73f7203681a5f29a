// The scope row: names to choose from, tags as chips, remembered in this browser.

import { toAskBody } from './ask-form.js';
import { send } from './ask-stream.js';
import { byId, element } from './dom.js';

const STORED = 'filters';
const form = byId('ask');
const tagBox = byId('tags');
const tagInput = byId('tag');
const clear = byId('clear');

/** What is chosen right now. */
export const readFilters = () => toAskBody(new FormData(form)).filters ?? {};

/** Sets the row to `filters` and remembers them. */
export function showFilters({
  correspondent = '',
  document_type: type = '',
  created_from: from = '',
  created_to: to = '',
  tags = [],
}) {
  const { elements } = form;
  elements.correspondent.value = correspondent;
  if (type !== '' && ![...elements.document_type.options].some(({ value }) => value === type))
    elements.document_type.append(new Option(type, type));
  elements.document_type.value = type;
  elements.created_from.value = from;
  elements.created_to.value = to;
  for (const chip of tagBox.querySelectorAll('.tag')) chip.remove();
  tagInput.value = '';
  for (const tag of tags) addTag(tag);
  remember();
}

export function installScope() {
  for (const extra of tagBox.querySelectorAll('input[name=tag]:not(#tag)')) {
    addTag(extra.value);
    extra.remove();
  }
  tagInput.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing && takeTag()) event.preventDefault();
    if (event.key === 'Backspace' && tagInput.value === '') tagBox.querySelector('.tag:last-of-type')?.remove();
  });
  // Chosen from the list of names, not typed.
  tagInput.addEventListener('input', (event) => event.inputType === 'insertReplacementText' && takeTag());
  tagInput.addEventListener('change', takeTag);
  byId('scope').addEventListener('change', remember);
  clear.addEventListener('click', () => {
    showFilters({});
    form.elements.correspondent.focus();
  });
  restore();
  void Promise.all([
    fillOptions('/api/correspondents', byId('correspondents')),
    fillOptions('/api/tags', byId('tag-names')),
    fillTypes(),
  ]);
}

function takeTag() {
  const tag = tagInput.value.trim();
  if (tag === '') return false;
  tagInput.value = '';
  addTag(tag);
  remember();
  return true;
}

function addTag(tag) {
  const remove = element('button', { type: 'button', ariaLabel: `Remove tag ${tag}` }, '×');
  const chip = element(
    'span',
    { className: 'tag' },
    element('input', { type: 'hidden', name: 'tag', value: tag }),
    tag,
    remove,
  );
  remove.addEventListener('click', () => {
    chip.remove();
    remember();
    tagInput.focus();
  });
  tagInput.before(chip);
}

function remember() {
  const filters = readFilters();
  const isEmpty = Object.keys(filters).length === 0;
  showState();
  try {
    if (isEmpty) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(filters));
  } catch {
    // Storage refused or full: the row works, it is only not remembered.
  }
}

function restore() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    if (Object.keys(readFilters()).length === 0) showFilters(stored);
  } catch {
    localStorage.removeItem(STORED);
  }
  showState();
}

function showState() {
  const filters = readFilters();
  clear.hidden = Object.keys(filters).length === 0;
  tagInput.placeholder = filters.tags ? 'and …' : 'Any';
  for (const date of form.querySelectorAll('[type=date]')) date.classList.toggle('filled', date.value !== '');
}

async function fillOptions(path, list) {
  const names = await fetchNames(path);
  list.replaceChildren(
    ...names.map(({ name, count }) => element('option', { value: name, label: `${name} (${count})` })),
  );
}

async function fillTypes() {
  const select = form.elements.document_type;
  const chosen = select.value;
  const names = await fetchNames('/api/document_types');
  const missing = chosen === '' || names.some(({ name }) => name === chosen) ? [] : [new Option(chosen, chosen)];
  const options = names.map(({ name }) => new Option(name, name));
  if (names.length > 0) select.replaceChildren(new Option('Any', ''), ...missing, ...options);
  select.value = chosen;
}

/** Empty when they can't be had now: names can be typed all the same, and the server says so if one is wrong. */
async function fetchNames(path) {
  try {
    return await (await send(path)).json();
  } catch {
    return [];
  }
}
