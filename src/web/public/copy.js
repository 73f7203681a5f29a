// An answer as Markdown with its sources, for pasting elsewhere.

import { toFilterWords, toOutcomeWords } from './words.js';

/** Only the sources the text uses are listed, under the numbers it uses. */
export function toCopyText({ q, filters, text, outcome, sources, citations }) {
  const { title } = toOutcomeWords(outcome);
  const words = toFilterWords(filters);
  const only = words.length === 0 ? '' : ` (only ${words.join(', ')})`;
  const lines = sources.filter(({ n }) => citations.some((citation) => citation.n === n)).map(toLine);
  return [`**${q}**${only}`, `${title}:`, text, `Sources:\n${lines.join('\n')}`].join('\n\n').concat('\n');
}

function toLine({ n, title, correspondent, created, url }) {
  const details = [title, correspondent, created].filter(Boolean).join(', ');
  return url ? `[${n}] ${details}: <${url}>` : `[${n}] ${details}`;
}
