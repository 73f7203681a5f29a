import { count, fill } from '../public/words.js';
import type { LibraryStatus } from '../web-deps.ts';
import type { Words } from '../words/en.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What is known of the index: `unknown` when it did not answer in time, undefined when there is none yet. */
export type KnownStatus = LibraryStatus | 'unknown' | undefined;

/** A part of the page's last line. */
export interface StatusPart {
  readonly text: string;
  readonly alarm: boolean;
}

/** How old the index is at `now` (milliseconds since 1970), what it holds, and how answers are made. */
export function toStatusParts(
  status: KnownStatus,
  { page, shared }: Words,
  { staleHours, now }: { readonly staleHours: number; readonly now: number },
): StatusPart[] {
  const said = page.status;
  if (status === undefined) return [{ text: said.none, alarm: true }];
  if (status === 'unknown') return [{ text: said.unknown, alarm: true }];
  const { documents, failedDocuments: failed, updatedAt, model, search } = status;
  const age = updatedAt === undefined ? Number.POSITIVE_INFINITY : now - updatedAt;
  const updated = updatedAt === undefined ? said.never : fill(said.updated, { ago: formatAge(age) });
  return [
    { text: updated, alarm: age > staleHours * HOUR_MS },
    { text: count(said.documents, documents, shared), alarm: false },
    ...(failed > 0 ? [{ text: count(said.failed, failed, shared), alarm: true }] : []),
    { text: model === undefined ? said.quotations : fill(said.model, { model }), alarm: false },
    { text: search === 'lexical' ? said.lexical : said.dense, alarm: false },
  ];

  function formatAge(ms: number): string {
    const minutes = Math.floor(ms / MINUTE_MS);
    if (minutes < 1) return said.justNow;
    const ago = (number: number, unit: 'minute' | 'hour' | 'day') =>
      new Intl.RelativeTimeFormat(shared.locale).format(-number, unit);
    if (minutes < 90) return ago(minutes, 'minute');
    const hours = Math.round(minutes / 60);
    return hours < 48 ? ago(hours, 'hour') : ago(Math.round(hours / 24), 'day');
  }
}
