import { html } from 'hono/html';
import type { Words } from '../words/en.ts';

/** Where a passage is read in its surroundings; filled by the page's script. */
export function renderPanel({ page }: Words) {
  return html`<dialog class="panel" id="panel" aria-labelledby="panel-title">
<header>
<h2 id="panel-title"></h2>
<button type="button" class="close" aria-label="${page.close}">×</button>
<p class="meta"><span class="correspondent"></span> <time></time></p>
</header>
<div class="panel-text" id="panel-text" tabindex="0" role="region" aria-labelledby="panel-title"></div>
<p class="card-actions"><a class="open" target="_blank" rel="noopener" hidden>${page.openInPaperless}</a></p>
</dialog>`;
}
