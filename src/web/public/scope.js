// The scope row: names to choose from, tags as chips, remembered in this browser.

import { toAskBody } from './ask-form.js';
import { send } from './ask-stream.js';
import { byId, element } from './dom.js';
import { toFilters } from './kept.js';
import { words } from './page-words.js';
import { keep, readKept } from './storage.js';
import { fill } from './words.js';

const STORED = 'filters';
const form = byId('ask');
const tagBox = byId('tags');
const tagInput = byId('tag');

/** What is chosen right now. */
export const readFilters = () => toAskBody(new FormData(form)).filters ?? {};

/** Sets the row to `filters` and remembers them. */
export function showFilters(filters) {
  const { elements } = form;
  const { correspondent = '', document_type: type = '', created_from: from = '', created_to: to = '', tags } = filters;
  elements.correspondent.value = correspondent;
  if (type !== '' && ![...elements.document_type.options].some(({ value }) => value === type))
    elements.document_type.append(new Option(type, type));
  elements.document_type.value = type;
  elements.created_from.value = from;
  elements.created_to.value = to;
  for (const chip of tagBox.querySelectorAll('.tag')) chip.remove();
  tagInput.value = '';
  for (const tag of tags ?? []) addTag(tag);
  remember();
}

export function installScope() {
  for (const extra of tagBox.querySelectorAll('input[name=tag]:not(#tag)')) {
    addTag(extra.value);
    extra.remove();
  }
  tagInput.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.isComposing && takeTag()) event.preventDefault();
    if (event.key !== 'Backspace' || tagInput.value !== '') return;
    tagBox.querySelector('.tag:last-of-type')?.remove();
    remember();
  });
  // Chosen from the list of names, not typed.
  tagInput.addEventListener('input', (event) => event.inputType === 'insertReplacementText' && takeTag());
  tagInput.addEventListener('change', takeTag);
  byId('scope').addEventListener('change', remember);
  byId('clear').addEventListener('click', () => {
    showFilters({});
    form.elements.correspondent.focus();
  });
  if (Object.keys(readFilters()).length === 0) showFilters(toFilters(readKept(STORED)));
  else remember();
  void fillOptions('correspondents', byId('correspondents'));
  void fillOptions('tags', byId('tag-names'));
  void fillTypes(form.elements.document_type);
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
  const ariaLabel = fill(words.removeTag, { name: tag });
  const remove = element('button', { type: 'button', ariaLabel }, '×');
  const value = element('input', { type: 'hidden', name: 'tag', value: tag });
  const chip = element('span', { className: 'tag' }, value, tag, remove);
  remove.addEventListener('click', () => {
    chip.remove();
    remember();
    tagInput.focus();
  });
  tagInput.before(chip);
}

/** Keeps what is chosen, and tells the rest of the page. */
function remember() {
  const filters = readFilters();
  keep(STORED, filters);
  byId('clear').hidden = Object.keys(filters).length === 0;
  tagInput.placeholder = filters.tags ? words.andTag : words.any;
  for (const date of form.querySelectorAll('[type=date]')) date.classList.toggle('filled', date.value !== '');
  document.dispatchEvent(new Event('filters'));
}

async function fillOptions(route, list) {
  const names = await fetchNames(route);
  const options = names.map(({ name, count }) => element('option', { value: name, label: `${name} (${count})` }));
  list.replaceChildren(...options);
}

/** "Any" stays, and what is chosen although the library no longer has it. */
async function fillTypes(select) {
  const names = await fetchNames('document_types');
  const known = [...select.options].map(({ value }) => value);
  select.append(...names.filter(({ name }) => !known.includes(name)).map(({ name }) => new Option(name, name)));
}

/** Empty when they can't be had now: names can be typed all the same, and the server says so if one is wrong. */
async function fetchNames(route) {
  const response = await send(`/api/${route}`).catch(() => undefined);
  return (await response?.json()) ?? [];
}
