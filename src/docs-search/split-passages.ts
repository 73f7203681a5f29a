import { snapToCodePoint } from '../text/graphemes.ts';
import { findHeadings } from './title.ts';

/** A slice of a document: `text.slice(start, end)`. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** The headings it stands under, outermost first. */
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
    const under = path.map((heading) => heading.text);
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
    return line > least && headings.some(({ start }) => start === line) ? line : at;
  }
}

function skipBlanks(text: string, from: number): number {
  const found = text.slice(from, from + 64).search(/\S/);
  if (found >= 0) return from + found;
  const rest = /\S/g;
  rest.lastIndex = from;
  return rest.exec(text)?.index ?? text.length;
}
