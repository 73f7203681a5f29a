// An answer as Markdown with its sources, for pasting elsewhere.

import { count, toFilterWords } from './words.js';

/** Only the sources the text uses are listed, under the numbers it uses. `title` says what kind of answer it is. */
export function toCopyText({ q, filters, title, text, sources, citations }, words) {
  const narrowed = toFilterWords(filters, words);
  const only = narrowed.length === 0 ? '' : ` (${words.only} ${narrowed.join(', ')})`;
  const lines = sources.filter(({ n }) => citations.some((citation) => citation.n === n)).map(toLine);
  const list = lines.length === 0 ? [] : [`${count(words.sources, lines.length, words)}:\n${lines.join('\n')}`];
  return [`**${q}**${only}`, `${title}:`, text, ...list].join('\n\n').concat('\n');
}

function toLine({ n, title, correspondent, created, url }) {
  const details = [title, correspondent, created].filter(Boolean).join(', ');
  return url ? `[${n}] ${details}: <${url}>` : `[${n}] ${details}`;
}
