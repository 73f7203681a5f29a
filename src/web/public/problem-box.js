// What went wrong, beside the box it was asked in.

import { askAgain, byId, element } from './dom.js';
import { words } from './page-words.js';
import { keep } from './storage.js';
import { listSuggestions } from './suggestions.js';

const box = byId('problem');

/** Says `error` of what was `asked` ({ q, filters, kept, box }) and puts the reader on the control it is about. */
export function showProblem(error, asked) {
  box.hidden = error === undefined;
  box.replaceChildren();
  for (const marked of document.querySelectorAll('[aria-invalid]')) marked.removeAttribute('aria-invalid');
  if (error === undefined) return;
  const { message, detail, field, refused } = error;
  const [, control = ''] = /^(?:filters\.)?(\w+)/.exec(field ?? '') ?? [];
  const form = byId('ask');
  const named = control === 'tags' ? byId('tag') : control === 'q' ? asked.box : form.elements.namedItem(control);
  (named ?? asked.box).form.after(box);
  box.append(element('p', {}, message));
  if (detail) box.append(element('p', { className: 'detail', lang: 'en' }, detail));
  const instead = listSuggestions(error, asked.filters, words);
  const forms = instead.map(({ label, filters }) => askAgain(asked.q, filters, label));
  for (const form of forms) form.dataset.kept = asked.kept;
  const mayMean = refused?.near.length > 0 ? `${words.didYouMean} ` : '';
  if (forms.length > 0) {
    box.append(element('div', { className: 'offers' }, mayMean, ...forms));
    // What can't be used would come back with the page.
    keep('filters', instead.at(-1).filters);
  }
  named?.setAttribute('aria-invalid', 'true');
  named?.setAttribute('aria-describedby', 'problem');
  named?.focus();
}
