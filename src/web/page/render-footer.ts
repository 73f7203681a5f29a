import { html } from 'hono/html';
import type { LibraryStatus } from '../web-deps.ts';

const HOUR_MS = 3_600_000;

/** How old the index is, what it holds and how answers are made; `unknown` when the index did not answer in time. */
export function renderFooter(status: LibraryStatus | 'unknown' | undefined, staleHours: number, now: number) {
  if (status === 'unknown') return html`<footer class="status">The index did not answer in time.</footer>`;
  if (status === undefined)
    return html`<footer class="status"><span class="alarm">Nothing is indexed yet</span></footer>`;
  const { documents, failedDocuments, updatedAt, model, search } = status;
  const isStale = updatedAt === undefined || now - updatedAt > staleHours * HOUR_MS;
  const age = updatedAt === undefined ? 'never updated successfully' : `index updated ${formatAge(now - updatedAt)}`;
  return html`<footer class="status">
    <span${isStale ? html` class="alarm"` : ''}>${age}</span>
    <span>${formatCount(documents, 'document')}</span>
    ${failedDocuments > 0 ? html`<span class="alarm">${formatCount(failedDocuments, 'document')} could not be indexed</span>` : ''}
    <span>${model === undefined ? 'quotations only' : `answers written by ${model}`}</span>
    <span>${search === 'lexical' ? 'lexical search' : 'dense and lexical search'}</span>
  </footer>`;
}

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago`. */
function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 90) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`;
}

function formatCount(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
