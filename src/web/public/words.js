// Shared by the page and the server: what outcomes and filters are called.

import { formatDate } from './passage.js';

/** Said of a citation whose numbers or dates are not in its source. */
export const UNCHECKED = 'An amount, date or number of this sentence is not in the source';

/** Title and note above an answer. Quotations are never called an answer. */
export function toOutcomeWords(outcome) {
  switch (outcome) {
    case 'answered':
      return { title: 'Answer', note: 'Written by a model from the sources below. Numbers lead to them.' };
    case 'extractive':
      return {
        title: 'Quotations that match best',
        note: 'Word for word from your documents, found by search. Nobody has checked whether they answer the question.',
      };
    case 'nothing_in_scope':
      return {
        title: 'Nothing here',
        note: 'No document within what you narrowed the question to says anything about it.',
      };
    default:
      return { title: 'Not in the documents searched', note: 'No passage was found that says anything about this.' };
  }
}

/** Each chosen filter in words, in the order of the form. */
export function toFilterWords({ correspondent, document_type: type, tags = [], created_from: from, created_to: to }) {
  return [
    correspondent,
    type,
    ...tags.map((tag) => `tag ${tag}`),
    from && `from ${formatDate(from)}`,
    to && `until ${formatDate(to)}`,
  ].filter(Boolean);
}

/** What is going on, while it is. */
export function toPhaseWords(phase) {
  return { queued: 'Waiting for other questions …', answering: 'Writing …' }[phase] ?? 'Searching …';
}

/** Title of the passages that the answer does not use. */
export function toOthersTitle(count, areThereUsed) {
  return `${areThereUsed ? 'Further passages found' : 'Nearest passages'} (${count})`;
}
