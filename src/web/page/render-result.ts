import { html } from 'hono/html';
import type { FilterRequest } from '../../model.ts';
import type { Answer } from '../collect-answer.ts';
import { toFields } from '../public/ask-form.js';
import { toFilterWords, toOthersTitle, toOutcomeWords } from '../public/words.js';
import { renderAnswer } from './render-answer.ts';
import { renderSourceCard } from './render-source-card.ts';

export interface Result {
  readonly q: string;
  readonly filters: FilterRequest;
  readonly answer: Answer;
}

/** The part below the form: empty and hidden for the page's script to fill, or a finished answer. */
export function renderResult(result: Result | undefined) {
  const { answer, citations = [], sources = [], near = [], degraded } = result?.answer ?? {};
  const words = result ? toOutcomeWords(result.answer.outcome) : { title: '', note: '' };
  const used = sources.filter(({ n }) => citations.some((citation) => citation.n === n));
  const others = near.length > 0 ? near : sources.filter((source) => !used.includes(source));
  return html`<section class="result" id="result" aria-labelledby="result-title"${result ? '' : html` hidden`}>
    <p class="asked" id="asked">${result?.q}</p>
    <div class="only" id="only">${result ? renderChosen(result) : ''}</div>
    <div class="proposed" id="proposed">${result ? renderProposals(result) : ''}</div>
    <h2 id="result-title" tabindex="-1">${words.title}</h2>
    <p class="note" id="note">${words.note}</p>
    <p class="warning" id="degraded"${degraded ? '' : html` hidden`}>${degraded}</p>
    <div class="answer" id="answer" aria-busy="false">${answer ? renderAnswer(answer, sources, citations) : ''}</div>
    <p class="tools" id="tools" hidden><button type="button" id="copy">Copy with sources</button></p>
    <h2 class="small" id="sources-title"${used.length > 0 ? '' : html` hidden`}>Sources</h2>
    <ol class="cards" id="used">${used.map(renderSourceCard)}</ol>
    <details id="others"${others.length > 0 ? '' : html` hidden`}>
      <summary id="others-title">${toOthersTitle(others.length, used.length > 0)}</summary>
      <ol class="cards" id="other-cards">${others.map(renderSourceCard)}</ol>
    </details>
  </section>`;
}

/** What the answer was narrowed to, and the way out of it: offered, never taken by itself. */
function renderChosen({ q, filters }: Result) {
  const words = toFilterWords(filters);
  if (words.length === 0) return '';
  return html`Only ${words.map((word) => html`<span class="tag">${word}</span> `)}${renderAskAgain(q, {}, 'Ask everywhere')}`;
}

function renderProposals({ q, filters, answer: { proposed } }: Result) {
  if (proposed.length === 0) return '';
  return html`Narrow to ${proposed.map(({ filter, text }) => renderAskAgain(q, { ...filters, ...filter }, text))}`;
}

/** The same question with other filters, as a form of one button. */
function renderAskAgain(q: string, filters: FilterRequest, label: string) {
  const fields = toFields(q, filters).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form class="again" method="post" action="/">${fields}<button>${label}</button></form>`;
}
