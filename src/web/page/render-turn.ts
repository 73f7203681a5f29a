import { html } from 'hono/html';
import type { Turn } from '../../ask/question.ts';
import type { FilterRequest } from '../../model.ts';
import type { Answer } from '../collect-answer.ts';
import { localizeReasons } from '../localize.ts';
import { toFields } from '../public/ask-form.js';
import { count, toFilterWords, toWarning } from '../public/words.js';
import type { Words } from '../words/en.ts';
import { renderAnswer } from './render-answer.ts';
import { renderSourceCard } from './render-source-card.ts';

export interface Result {
  readonly q: string;
  readonly filters: FilterRequest;
  /** What was said before. */
  readonly history: readonly Turn[];
  readonly answer: Answer;
}

/** A question with its answer: finished, or empty as the template that the page's script fills. */
export function renderTurn(result: Result | undefined, words: Words) {
  const { page, shared } = words;
  const {
    answer,
    outcome,
    citations = [],
    sources = [],
    near = [],
    missing_words: missing,
    degraded,
  } = result?.answer ?? {};
  const said = outcome === undefined ? { title: '', note: '' } : shared.outcomes[outcome];
  const note = citations.every(({ checked }) => checked) ? said.note : `${said.note} ${shared.doubted}`;
  const used = sources.filter(({ n }) => citations.some((citation) => citation.n === n));
  const others = near.length > 0 ? near : sources.filter((source) => !used.includes(source));
  const othersForms = used.length > 0 ? shared.further : shared.nearest;
  const warning = toWarning(missing, degraded && localizeReasons(degraded, words), shared);
  return html`<article class="turn">
<h2 class="asked">${result?.q}</h2>
<div class="only offers">${result ? renderChosen(result, words) : ''}</div>
<div class="proposed offers">${result ? renderProposals(result, words) : ''}</div>
<h3 class="outcome" tabindex="-1">${said.title}</h3>
<p class="note">${note}</p>
<p class="warning"${warning ? '' : html` hidden`}>${warning}</p>
<div class="answer" aria-busy="false">${answer ? renderAnswer(answer, sources, citations, words) : ''}</div>
<p class="tools" hidden><button type="button" class="copy">${page.copy}</button> <button type="button" class="redo">${page.again}</button></p>
<details class="used" open${used.length > 0 ? '' : html` hidden`}>
<summary>${count(shared.sources, used.length, shared)}</summary>
<ol class="cards">${used.map((source) => renderSourceCard(source, words))}</ol>
</details>
<details class="others"${near.length > 0 ? html` open` : ''}${others.length > 0 ? '' : html` hidden`}>
<summary>${count(othersForms, others.length, shared)}</summary>
<ol class="cards">${others.map((source) => renderSourceCard(source, words))}</ol>
</details>
</article>`;
}

/** An earlier question of the conversation, without its sources: they belong to another answer's numbers. */
export function renderEarlierTurn({ q, answer }: Turn, words: Words) {
  return html`<article class="turn">
<h2 class="asked">${q}</h2>
<div class="answer">${renderAnswer(answer, [], [], words)}</div>
</article>`;
}

/** The same question with other filters, as a form of one button. */
export function renderAskAgain(q: string, filters: FilterRequest, label: string, history: readonly Turn[] = []) {
  const fields = toFields(q, filters, history).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form class="again" method="post" action="/">${fields}<button>${label}</button></form>`;
}

/** What the answer was narrowed to, and the way out of it: offered, never taken by itself. */
function renderChosen({ q, filters, history }: Result, { shared }: Words) {
  const chosen = toFilterWords(filters, shared);
  if (chosen.length === 0) return '';
  return html`${shared.only} ${chosen.map((word) => html`<span class="tag">${word}</span> `)}${renderAskAgain(q, {}, shared.everywhere, history)}`;
}

function renderProposals({ q, filters, history, answer: { proposed } }: Result, { shared }: Words) {
  if (proposed.length === 0) return '';
  return html`${shared.narrowTo} ${proposed.map(({ filter }) => renderAskAgain(q, { ...filters, ...filter }, toFilterWords(filter, shared).join(', '), history))}`;
}
