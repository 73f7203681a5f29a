// What this browser keeps for the page: filters, spaces and questions. Whatever was stored, only the well-formed rest of it is used.

import { toFilterWords } from './words.js';

export const MAX_SPACES = 50;
export const MAX_ENTRIES = 200;
export const MAX_SPACE_NAME_CHARS = 60;

const SINGLE = ['correspondent', 'document_type', 'created_from', 'created_to'];
const isText = (value) => typeof value === 'string' && value.trim() !== '';
const isObject = (value) => typeof value === 'object' && value !== null;
const toList = (value) => (Array.isArray(value) ? value.filter(isObject) : []);

/** The fields of `value` that are filters. */
export function toFilters(value) {
  const given = isObject(value) ? value : {};
  const tags = Array.isArray(given.tags) ? given.tags.filter(isText) : [];
  const single = SINGLE.filter((name) => isText(given[name])).map((name) => [name, given[name]]);
  return Object.fromEntries(tags.length === 0 ? single : [...single, ['tags', tags]]);
}

/** True when both narrow to the same, in whatever order. */
export const areSame = (one, other) => toKey(one) === toKey(other);

function toKey(value) {
  const { tags = [], ...single } = toFilters(value);
  return JSON.stringify([single, tags.toSorted()]);
}

/** Spaces { name, filters } by name, each name once (the last one of it), spaces that narrow nothing left out. */
export function toSpaces(value) {
  const spaces = toList(value)
    .filter(({ name }) => isText(name))
    .map(({ name, filters }) => [name.trim(), toFilters(filters)])
    .filter(([, filters]) => Object.keys(filters).length > 0);
  return [...new Map(spaces)]
    .map(([name, filters]) => ({ name, filters }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, MAX_SPACES);
}

/** Questions { q, filters, at }, the latest first. */
export function toEntries(value) {
  return toList(value)
    .filter(({ q, at }) => isText(q) && Number.isFinite(at))
    .map(({ q, filters, at }) => ({ q, filters: toFilters(filters), at }))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, MAX_ENTRIES);
}

/** With `entry` in front; the same question is not kept twice. */
export function addEntry(entries, entry) {
  return toEntries([...entries.filter(({ q, filters }) => q !== entry.q || !areSame(filters, entry.filters)), entry]);
}

/** Those that hold every word of `text`, in the question or in what it was narrowed to; case and accents aside. */
export function findEntries(entries, text, words) {
  const wanted = fold(text).split(/\s+/);
  return entries.filter(({ q, filters }) => {
    const said = fold([q, ...toFilterWords(filters, words)].join(' '));
    return wanted.every((word) => said.includes(word));
  });
}

function fold(text) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
