// Building the page from data. Text only ever becomes text nodes: no string is parsed as HTML anywhere.

import { toFields } from './ask-form.js';
import { words } from './page-words.js';
import { formatDate } from './words.js';

export const byId = (id) => document.getElementById(id);

/** An element with properties and children (elements or texts). */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** A copy of the element in the `<template>` of that id. */
export const fromTemplate = (id) => byId(id).content.cloneNode(true).firstElementChild;

/** Pieces of a passage, the marked ones in `<mark>`. */
export function toMarked(pieces) {
  return pieces.map(({ text, isMarked }) => (isMarked ? element('mark', {}, text) : text));
}

/** Fills correspondent, date and the link into Paperless of a card or the panel. */
export function fillSource(root, { correspondent, created, url }) {
  root.querySelector('.correspondent').textContent = correspondent ?? '';
  root.querySelector('time').textContent = created ? formatDate(created, words) : '';
  const link = root.querySelector('.open');
  link.hidden = url === null;
  if (url !== null) link.href = url;
}

/** The same question with other filters, as a form of one button. */
export function askAgain(q, filters, label) {
  const fields = toFields(q, filters).map(([name, value]) => element('input', { type: 'hidden', name, value }));
  return element('form', { className: 'again', method: 'post', action: '/' }, ...fields, element('button', {}, label));
}

/** Says `text` to those who listen instead of looking. */
export function announce(text) {
  byId('live').textContent = text;
}

const sources = new WeakMap();

/** Says that `target` (a number, a title) stands for `source`. */
export function standFor(target, source) {
  sources.set(target, source);
  return target;
}

/** The source that what was clicked or hovered stands for. */
export const findSource = (target) => sources.get(target?.closest('.pill, .card-title'));
