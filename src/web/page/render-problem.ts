import { html } from 'hono/html';
import type { ErrorBody } from '../error-answer.ts';
import { listSuggestions } from '../public/suggestions.js';
import type { PageContent } from './render-page.ts';
import { renderAskAgain } from './render-turn.ts';

/** What went wrong, with the program's own words beside those of the page, and other names to try. */
export function renderProblem(problem: ErrorBody | undefined, { q, filters, words }: PageContent) {
  if (problem === undefined) return html`<div class="problem" id="problem" role="alert" hidden></div>`;
  const { message, detail } = problem;
  const others = listSuggestions(problem, filters, words.shared).map(({ label, filters: other }) =>
    renderAskAgain(q, other, label),
  );
  const prefix = (problem.refused?.near.length ?? 0) > 0 ? words.shared.didYouMean : '';
  return html`<div class="problem" id="problem" role="alert"><p>${message}</p>${detail ? html`<p class="detail" lang="en">${detail}</p>` : ''}${others.length > 0 ? html`<div class="offers">${prefix} ${others}</div>` : ''}</div>`;
}
