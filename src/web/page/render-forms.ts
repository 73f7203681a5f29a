import { html } from 'hono/html';
import { MAX_QUESTION_CHARS } from '../../ask/question.ts';
import { toFields, toHistory } from '../public/ask-form.js';
import type { Words } from '../words/en.ts';
import type { PageContent } from './render-page.ts';
import { renderScopeRow } from './render-scope-row.ts';
import type { Result } from './render-turn.ts';

/** The box for a new question, and what it is narrowed to. */
export function renderAskForm({ words, q, filters, names, problem }: PageContent) {
  const { page } = words;
  return html`<form class="ask" id="ask" method="post" action="/" role="search">
<label class="unseen" for="q">${page.question}</label>
<div class="box">
<textarea id="q" name="q" rows="1" maxlength="${MAX_QUESTION_CHARS}" required autofocus placeholder="${page.placeholder}" enterkeyhint="search" aria-keyshortcuts="/"${problem?.field === 'q' ? html` aria-invalid="true" aria-describedby="problem"` : ''}>${q}</textarea>
<button class="go">${page.ask}</button>
<button type="button" class="stop" hidden>${page.stop}</button>
</div>
${renderScopeRow(filters, names, words, problem?.field)}
</form>`;
}

/** The box below the last answer. Without the script it carries the conversation along. */
export function renderFollowForm(result: Result | undefined, { page }: Words) {
  return html`<form class="ask follow" id="follow" method="post" action="/"${result ? '' : html` hidden`}>
${result ? renderCarried(result) : ''}
<label class="unseen" for="follow-q">${page.followUp}</label>
<div class="box">
<textarea id="follow-q" name="q" rows="1" maxlength="${MAX_QUESTION_CHARS}" required placeholder="${page.followUpPlaceholder}" enterkeyhint="search"></textarea>
<button class="go">${page.ask}</button>
<button type="button" class="stop" hidden>${page.stop}</button>
</div>
</form>`;
}

/** A form writes up to nine characters for one; what is left of 64 KiB beside a question is not quite three times that of JSON. */
const FORM_SHARE = 2.7;
const measureForm = (text: string) => encodeURIComponent(text).length / FORM_SHARE;

function renderCarried({ q, filters, history, answer }: Result) {
  const [, ...carried] = toFields('', filters, toHistory([...history, { q, answer: answer.answer }], measureForm));
  return carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}
