import { html } from 'hono/html';
import type { ErrorBody } from '../error-answer.ts';
import type { Words } from '../words/en.ts';
import { renderHead } from './render-head.ts';

/** What somebody sees in place of the page who can't be shown it. */
export function renderRefusal({ message, detail }: ErrorBody, words: Words) {
  return html`<!doctype html>
<html lang="${words.lang}">
<head>
${renderHead(words.page.title)}
</head>
<body>
<div class="desk">
<main>
<header class="top"><h1>${words.page.title}</h1></header>
<div class="problem"><p>${message}</p>${detail ? html`<p class="detail" lang="en">${detail}</p>` : ''}</div>
</main>
</div>
</body>
</html>`;
}
