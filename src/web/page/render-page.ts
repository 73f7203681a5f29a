import { html } from 'hono/html';
import { MAX_QUESTION_CHARS } from '../../ask/question.ts';
import type { FilterRequest } from '../../model.ts';
import type { ErrorBody } from '../error-answer.ts';
import type { LibraryStatus } from '../web-deps.ts';
import { buildExamples } from './build-examples.ts';
import { renderFooter } from './render-footer.ts';
import { type Result, renderResult } from './render-result.ts';
import { type KnownNames, renderScopeRow } from './render-scope-row.ts';
import { renderSourceCard } from './render-source-card.ts';

export interface PageContent {
  readonly q: string;
  readonly filters: FilterRequest;
  readonly names: KnownNames;
  readonly status: LibraryStatus | 'unknown' | undefined;
  readonly staleHours: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly result?: Result;
  readonly problem?: ErrorBody;
}

/** The whole page. Everything of it works without the script; the script makes it quicker and quieter. */
export function renderPage(content: PageContent) {
  const { status, result, problem } = content;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Ask your papers</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/static/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/static/app.css" />
    <script type="module" src="/static/app.js"></script>
  </head>
  <body>
    <div class="desk">
      <main>
        <h1><a href="/">Ask your papers</a></h1>
        ${renderForm(content)}
        <p class="problem" id="problem" role="alert"${problem ? '' : html` hidden`}>${problem?.message}</p>
        ${status === undefined ? renderNotIndexed() : ''}
        ${result === undefined && problem === undefined ? renderExamples(content) : ''}
        ${renderResult(result)}
        <p class="unseen" id="live" role="status"></p>
        ${renderFooter(status, content.staleHours, content.now)}
      </main>
      ${renderPanel()}
    </div>
    <div class="peek" id="peek" role="tooltip" popover="manual"></div>
    <template id="card">${renderSourceCard(undefined)}</template>
  </body>
</html>`;
}

function renderForm({ q, filters, names, problem }: PageContent) {
  return html`<form class="ask" id="ask" method="post" action="/" role="search">
    <label class="unseen" for="q">Your question</label>
    <div class="box">
      <textarea id="q" name="q" rows="1" maxlength="${MAX_QUESTION_CHARS}" required autofocus placeholder="What do you want to know?" enterkeyhint="search" aria-keyshortcuts="/"${problem?.field === 'q' ? html` aria-invalid="true" aria-describedby="problem"` : ''}>${q}</textarea>
      <button id="go">Ask</button>
      <button type="button" id="stop" hidden>Stop</button>
    </div>
    ${renderScopeRow(filters, names, problem?.field)}
  </form>`;
}

function renderExamples({ names }: PageContent) {
  const questions = buildExamples(names.correspondent ?? [], names.document_type ?? []);
  if (questions.length === 0) return '';
  return html`<form class="examples" id="examples" method="post" action="/" aria-label="Example questions">
    ${questions.map((question) => html`<button name="q" value="${question}">${question}</button>`)}
  </form>`;
}

function renderNotIndexed() {
  return html`<p class="warning">
    Nothing is indexed yet, so there is nothing to ask. Run <code>paperless-index</code> once (or wait for its timer), then
    <a href="/">load this page again</a>.
  </p>`;
}

function renderPanel() {
  return html`<dialog class="panel" id="panel" aria-labelledby="panel-title">
    <header>
      <h2 id="panel-title"></h2>
      <button type="button" id="panel-close" aria-label="Close">×</button>
      <p class="meta"><span class="correspondent"></span> <time></time></p>
    </header>
    <div class="panel-text" id="panel-text" tabindex="0"></div>
    <p class="card-actions"><a class="open" target="_blank" rel="noopener" hidden>Open in Paperless</a></p>
  </dialog>`;
}
