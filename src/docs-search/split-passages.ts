import { snapToCodePoint } from '../text/graphemes.ts';
import type { Document } from './document.ts';
import { findHeadings } from './title.ts';

const MAX_HEADING = 120;

/** A slice of a document: `text.slice(start, end)`. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** The headings it stands under, outermost first, the first 120 characters of each. */
  readonly headings: readonly string[];
}

/**
 * Cuts a text into slices of at most `maxChars`: at headings, blank lines, line ends and blanks, in this order of liking,
 * and never between the halves of a surrogate pair. A heading stays with the text below it. Everything that isn't blank
 * is in exactly one slice; an empty text has none. Linear in time.
 */
export function splitPassages(text: string, maxChars: number): Passage[] {
  const headings = findHeadings(text);
  const passages: Passage[] = [];
  const path: { level: number; text: string }[] = [];
  let next = 0;
  for (let start = skipBlanks(text, 0); start < text.length; ) {
    while (next < headings.length && (headings[next]?.start ?? 0) <= start) enter(next++);
    const end = findEnd(start);
    // Every passage below it is found by it: a line of a megabyte after a # would be read a thousand times.
    const under = path.map((heading) => heading.text.slice(0, MAX_HEADING));
    passages.push({ start, end: start + text.slice(start, end).trimEnd().length, headings: under });
    start = skipBlanks(text, end);
  }
  return passages;

  function enter(index: number): void {
    const heading = headings[index];
    if (heading === undefined) return;
    while (path.length > 0 && (path.at(-1)?.level ?? 0) >= heading.level) path.pop();
    path.push(heading);
  }

  function findEnd(start: number): number {
    const room = start + maxChars;
    // A section of its own begins in the second half: better cut there than in its middle.
    const least = start + Math.floor(maxChars / 4);
    for (let index = next; index < headings.length; index += 1) {
      const at = headings[index]?.start ?? 0;
      if (at > room) break;
      if (at >= least) return at;
    }
    if (room >= text.length) return text.length;
    const half = start + Math.floor(maxChars / 2);
    // A slice, since `lastIndexOf` on the text itself would look back to its beginning each time.
    const reach = text.slice(half, room + 1);
    for (const gap of ['\n\n', '\n', ' ', '\t']) {
      const at = reach.lastIndexOf(gap);
      if (at >= 0) return beforeHeading(half + at, half);
    }
    return Math.max(start + 1, snapToCodePoint(text, room));
  }

  /** A heading just above the cut moves to the next passage. */
  function beforeHeading(at: number, least: number): number {
    const line = least + text.slice(least, at).lastIndexOf('\n') + 1;
    if (line <= least) return at;
    for (let index = next; (headings[index]?.start ?? Number.POSITIVE_INFINITY) <= line; index += 1)
      if (headings[index]?.start === line) return line;
    return at;
  }
}

/** The passages of a document. One without any text has an empty one, so that it is found by its name. */
export function cutDocument(text: string, maxChars: number): readonly Passage[] {
  const passages = splitPassages(text, maxChars);
  return passages.length > 0 ? passages : [{ start: 0, end: 0, headings: [] }];
}

/** What all passages of a document are found by as well. */
export function toNames({ id, title }: Pick<Document, 'id' | 'title'>): readonly string[] {
  return [id.replace(/\.\w+$/, ''), title];
}

/** What a passage is found by: the names it stands under, and its text. */
export function toSearchedText(names: readonly string[], text: string, { start, end, headings }: Passage): string {
  return [...names, ...headings, text.slice(start, end)].join('\n');
}

function skipBlanks(text: string, from: number): number {
  const found = text.slice(from, from + 64).search(/\S/);
  if (found >= 0) return from + found;
  const rest = /\S/g;
  rest.lastIndex = from;
  return rest.exec(text)?.index ?? text.length;
}
