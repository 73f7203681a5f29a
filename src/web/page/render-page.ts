import { html, raw } from 'hono/html';
import type { FilterRequest } from '../../model.ts';
import type { ErrorBody } from '../error-answer.ts';
import type { Words } from '../words/en.ts';
import { renderAskForm, renderFollowForm } from './render-forms.ts';
import { renderHead } from './render-head.ts';
import { renderHistory } from './render-history.ts';
import { renderPanel } from './render-panel.ts';
import { renderProblem } from './render-problem.ts';
import type { KnownNames } from './render-scope-row.ts';
import { renderSourceCard } from './render-source-card.ts';
import { type Result, renderEarlierTurn, renderTurn } from './render-turn.ts';
import { type KnownStatus, toStatusParts } from './to-status-parts.ts';

export interface PageContent {
  readonly words: Words;
  readonly q: string;
  readonly filters: FilterRequest;
  readonly names: KnownNames;
  readonly examples: readonly string[];
  readonly status: KnownStatus;
  readonly staleHours: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly result?: Result;
  readonly problem?: ErrorBody;
}

/** The whole page. Everything of it works without the script; the script makes it quicker and quieter. */
export function renderPage(content: PageContent) {
  const { words, q, status, result, problem } = content;
  const { page } = words;
  return html`<!doctype html>
<html lang="${words.lang}">
<head>
${renderHead(`${q === '' ? '' : `${q} – `}${page.title}`)}
<script type="module" src="/static/app.js"></script>
<script type="application/json" id="words">${raw(JSON.stringify(words.shared).replaceAll('<', '\\u003c'))}</script>
</head>
<body>
<div class="desk">
<main>
<header class="top">
<h1><a href="/">${page.title}</a></h1>
<button type="button" class="quiet" id="history-open" hidden>${page.history}</button>
</header>
${renderAskForm(content)}
${renderProblem(problem, content)}
${status === undefined ? renderNotIndexed(words) : ''}
${result === undefined && problem === undefined ? renderExamples(content) : ''}
<div id="thread">${result ? [...result.history.map((turn) => renderEarlierTurn(turn, words)), renderTurn(result, words)] : ''}</div>
${renderFollowForm(result, words)}
<p class="unseen" id="live" role="status"></p>
${renderStatus(content)}
<div class="peek" id="peek" role="tooltip" popover="manual"></div>
</main>
${renderPanel(words)}
</div>
${renderHistory(words)}
<template id="turn">${renderTurn(undefined, words)}</template>
<template id="card">${renderSourceCard(undefined, words)}</template>
</body>
</html>`;
}

function renderExamples({ examples, words }: PageContent) {
  if (examples.length === 0) return '';
  return html`<form class="examples" id="examples" method="post" action="/" aria-label="${words.page.examples}">
${examples.map((question) => html`<button name="q" value="${question}">${question}</button>`)}
</form>`;
}

/** The page's script brings it up to date. */
function renderStatus(content: PageContent) {
  const parts = toStatusParts(content.status, content.words, content);
  return html`<footer class="status" id="status">${parts.map(({ text, alarm }) => html`<span${alarm ? html` class="alarm"` : ''}>${text}</span>`)}</footer>`;
}

function renderNotIndexed({ page }: Words) {
  return html`<p class="warning">${page.indexing} <code>paperless-index</code>. <a href="/">${page.loadAgain}</a></p>`;
}
