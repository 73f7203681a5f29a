// The part of the page below the form: one question, its answer and its sources.

import { toAnswerTree } from './answer-tree.js';
import { toFields } from './ask-form.js';
import { byId, element, fillSource, toMarked } from './dom.js';
import * as parser from './marked.js';
import { toExcerpt } from './passage.js';
import { decorateQuotations } from './quotation.js';
import { toFilterWords, toOthersTitle, toOutcomeWords, toPhaseWords, UNCHECKED } from './words.js';

const answerBox = byId('answer');

/** The answer on show: `{ q, filters, text, sources, citations, outcome }`, undefined before the first question. */
let shown;
let blocks = [];
let frame = 0;

const sourceOfCard = new WeakMap();

export const currentAnswer = () => shown;

/** The source that a number in the answer, or a card, stands for. */
export const findSource = (target) =>
  sourceOfCard.get(target.closest('.card')) ?? shown?.sources.find(({ n }) => n === Number(target.dataset.n));

/** Clears the last answer and shows what is asked now. */
export function begin({ q, filters = {} }) {
  shown = { q, filters, text: '', sources: [], citations: undefined, outcome: undefined };
  byId('result').hidden = false;
  byId('asked').textContent = q;
  const words = toFilterWords(filters);
  byId('only').replaceChildren(
    ...(words.length === 0
      ? []
      : [
          'Only ',
          ...words.flatMap((word) => [element('span', { className: 'tag' }, word), ' ']),
          askAgain(q, {}, 'Ask everywhere'),
        ]),
  );
  for (const id of ['proposed', 'used', 'other-cards', 'note']) byId(id).replaceChildren();
  for (const id of ['sources-title', 'others', 'tools', 'degraded']) byId(id).hidden = true;
  byId('others').open = false;
  byId('copy').textContent = 'Copy with sources';
  answerBox.ariaBusy = 'true';
  draw();
  announce('Searching …');
}

/** Shows one event of the answer. */
export function apply(event) {
  if (event.type === 'phase') announce(toPhaseWords(event.name));
  if (event.type === 'sources') {
    shown.sources = event.sources;
    const proposals = event.proposed.map(({ filter, text }) =>
      askAgain(shown.q, { ...shown.filters, ...filter }, text),
    );
    byId('proposed').replaceChildren(...(proposals.length === 0 ? [] : ['Narrow to', ...proposals]));
  }
  if (event.type === 'token') {
    shown.text += event.text;
    frame ||= requestAnimationFrame(draw);
  }
  if (event.type === 'done') finish(event);
}

/** The answer ended early: what was received stays; if that is nothing, nothing is shown. */
export function breakOff(title) {
  shown.citations = [];
  end(title, '');
  showSources([], shown.sources);
  byId('result').hidden = shown.sources.length === 0;
}

function finish({ outcome, citations, near = [], degraded }) {
  Object.assign(shown, { outcome, citations });
  const { title, note } = toOutcomeWords(outcome);
  end(title, note);
  byId('degraded').hidden = degraded === undefined;
  byId('degraded').textContent = degraded ?? '';
  byId('tools').hidden = shown.text === '';
  const used = shown.sources.filter(({ n }) => citations.some((citation) => citation.n === n));
  showSources(used, near.length > 0 ? near : shown.sources.filter((source) => !used.includes(source)));
  const sources = used.length > 0 ? `, ${used.length} sources` : '';
  byId('live').textContent = `${title}${sources}`;
}

function end(title, note) {
  cancelAnimationFrame(frame);
  draw();
  answerBox.ariaBusy = 'false';
  byId('result').classList.remove('busy');
  byId('result-title').textContent = title;
  byId('note').textContent = note;
}

function announce(words) {
  byId('result').classList.add('busy');
  byId('result-title').textContent = words;
  byId('live').textContent = words;
}

/** Draws the text received so far. Blocks that did not change keep their elements, and the focus in them. */
function draw() {
  frame = 0;
  const tree = decorateQuotations(toAnswerTree(shown.text, parser), shown.sources);
  const keys = tree.map((node) => JSON.stringify([node, shown.citations]));
  const kept = keys.findIndex((key, at) => key !== blocks[at]);
  const from = kept < 0 ? keys.length : kept;
  while (answerBox.childNodes.length > from) answerBox.lastChild.remove();
  answerBox.append(...tree.slice(from).map(toElement));
  blocks = keys;
}

function toElement({ tag, text, cite, children }) {
  if (text !== undefined) return document.createTextNode(text);
  if (cite !== undefined) return toPill(cite);
  return element(tag, {}, ...children.map(toElement));
}

/** A number without a source vanishes. */
function toPill(n) {
  const source = shown.sources.find((one) => one.n === n);
  if (source === undefined) return '';
  const isChecked = shown.citations?.find((citation) => citation.n === n)?.checked ?? true;
  const pill = element('a', { className: isChecked ? 'pill' : 'pill unchecked', href: `#source-${n}` }, String(n));
  pill.dataset.n = n;
  pill.ariaLabel = `Source ${n}: ${source.title}${isChecked ? '' : `. ${UNCHECKED}`}`;
  return pill;
}

function showSources(used, others) {
  byId('sources-title').hidden = used.length === 0;
  byId('used').replaceChildren(...used.map(toCard));
  byId('others').hidden = others.length === 0;
  byId('others-title').textContent = toOthersTitle(others.length, used.length > 0);
  byId('other-cards').replaceChildren(...others.map(toCard));
}

function toCard(source) {
  const card = byId('card').content.cloneNode(true).firstElementChild;
  card.id = `source-${source.n}`;
  sourceOfCard.set(card, source);
  card.querySelector('.pill').textContent = source.n;
  card.querySelector('.card-title').textContent = source.title;
  card.querySelector('.excerpt').replaceChildren(...toMarked(toExcerpt(source.text, source.highlights)));
  const image = card.querySelector('img');
  image.src = `/api/documents/${source.document_id}/thumb`;
  image.addEventListener('error', () => image.remove());
  fillSource(card, source);
  return card;
}

/** The same question with other filters, as a form of one button. */
function askAgain(q, filters, label) {
  const fields = toFields(q, filters).map(([name, value]) => element('input', { type: 'hidden', name, value }));
  return element('form', { className: 'again', method: 'post', action: '/' }, ...fields, element('button', {}, label));
}
