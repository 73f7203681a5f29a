import { html } from 'hono/html';
import type { Source } from '../../model.ts';
import { type Piece, toExcerpt } from '../public/passage.js';
import { formatDate } from '../public/words.js';
import type { Words } from '../words/en.ts';

/**
 * The markup of one source: filled in here, or by the page's script from the template that `undefined` makes. Only
 * the script can open the panel, so only its cards have a button.
 */
export function renderSourceCard(source: Source | undefined, { page, shared }: Words) {
  const { n, title, document_id: id, correspondent, created, url } = source ?? {};
  return html`<li class="card"${source ? html` id="source-${n}"` : ''}>
<div class="thumb">${source ? html`<img src="/api/documents/${id}/thumb" alt="" loading="lazy" />` : html`<img alt="" loading="lazy" />`}</div>
<div class="card-text">
<h4 class="card-head"><span class="pill">${n}</span> ${source ? html`<span class="card-title">${title}</span>` : html`<button type="button" class="card-title"></button>`}</h4>
<p class="meta"><span class="correspondent">${correspondent}</span> <time>${created ? formatDate(created, shared) : ''}</time></p>
<p class="excerpt">${source ? renderMarked(toExcerpt(source.text, source.highlights)) : ''}</p>
<p class="card-actions"><a class="open" target="_blank" rel="noopener"${url ? html` href="${url}"` : html` hidden`}>${page.openInPaperless}</a></p>
</div>
</li>`;
}

/** Pieces as text with `<mark>` around the marked ones. */
function renderMarked(pieces: readonly Piece[]) {
  return pieces.map(({ text, isMarked }) => (isMarked ? html`<mark>${text}</mark>` : text));
}
