import type { Span } from '../model.ts';
import { snapToCodePoint } from '../text/graphemes.ts';

/** At most `maxChars` of `text`, the part with the most `spans`, with `…` where something was left out. Pure. */
export function cutAround(text: string, spans: readonly Span[], maxChars: number): string {
  if (text.length <= maxChars) return text;
  const room = maxChars - 2;
  const starts = [0, ...spans.map(({ start }) => Math.max(0, Math.min(start - 60, text.length - room)))];
  const counted = starts.map((start) => ({
    start,
    held: spans.filter((span) => span.start >= start && span.end <= start + room).length,
  }));
  const { start } = counted.reduce((best, one) => (one.held > best.held ? one : best));
  const from = start === 0 ? 0 : toWordStart(text, start);
  const to = from + room >= text.length ? text.length : toWordEnd(text, from + room);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}

/** The first word that begins at or shortly after `at`. */
function toWordStart(text: string, at: number): number {
  const gap = text.slice(at, at + 40).search(/\s\S/);
  return gap === -1 ? snapToCodePoint(text, at) : at + gap + 1;
}

/** The end of the last word that ends at or shortly before `at`. */
function toWordEnd(text: string, at: number): number {
  const tail = text.slice(at - 40, at + 1);
  const gap = tail.search(/\s\S*$/);
  return gap === -1 ? snapToCodePoint(text, at) : at - 40 + gap;
}
