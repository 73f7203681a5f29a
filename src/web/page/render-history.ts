import { html } from 'hono/html';
import type { Words } from '../words/en.ts';

/** What was asked in this browser; filled by the page's script. */
export function renderHistory({ page }: Words) {
  return html`<dialog class="history" id="history" aria-labelledby="history-title">
<header>
<h2 id="history-title">${page.historyTitle}</h2>
<button type="button" class="close" aria-label="${page.close}">×</button>
</header>
<input type="search" id="history-search" placeholder="${page.searchHistory}" aria-label="${page.searchHistory}" autocomplete="off" autofocus />
<p class="note" id="history-note" role="status"></p>
<ul class="entries" id="entries"></ul>
<button type="button" class="quiet" id="history-clear">${page.clearHistory}</button>
</dialog>`;
}
