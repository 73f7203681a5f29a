import type { Span } from '../model.ts';

/** Lines at least this long were probably broken by the page's width, not by their author. */
const WRAPPED_LINE_CHARS = 60;

/** What often ends a sentence too, such as "usw.", is left out. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  `abs abt allg approx apr aufl aug az bd bez bspw btr bzgl bzw ca co corp dec dept dez dgl dipl dr ehem eig einschl engl
  entspr evtl exkl fa feb ff fr frl geb gez ggf hr hrsg inc inkl ing jan jr jul jun kap kfz kto lfd lt ltd max min mind
  mio mr mrd mrs ms mtl nov nr okt oct prof rd sept sog sr sra st std str tel tgl tsd vgl vs zzgl`.split(/\s+/),
);
/** Words of their own unless a number follows: "no. 5", "Art. 3". */
const BEFORE_NUMBERS: ReadonlySet<string> = new Set('art best fig no nos pos vol'.split(' '));

/** Quotation marks and brackets belong to the sentence they close. */
const CLOSING = `"')]}»«”“’`;
/** A list item, a numbered clause, or a label with its value. */
const BEGINS_ITEM = /^(?:[-•*–]\s|[0-9]{1,2}(?:[.)]|\.[0-9]{1,2}\.?)\s|\p{Lu}[\p{L} -]{1,30}:\s)/u;

/**
 * The sentences and table rows of a text, in order, without the blanks between them. A table row is a line with `|`.
 * Line breaks inside of a sentence are not ends; abbreviations, initials and ordinals (`15. Mai`) neither.
 */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = [];
  let start = text.length - text.trimStart().length;
  for (const { 0: blank, index } of text.matchAll(/\s+/g)) {
    const end = index + blank.length;
    if (index < start || end === text.length || !isBreak(text, index, end)) continue;
    spans.push({ start, end: index });
    start = end;
  }
  const end = text.trimEnd().length;
  if (end > start) spans.push({ start, end });
  return spans;
}

/** Whether the blank `text.slice(start, end)` parts two sentences, two lines that belong apart, or two table rows. */
function isBreak(text: string, start: number, end: number): boolean {
  const newline = text.slice(start, end).split('\n', 3).length - 1;
  if (newline === 0) return endsSentence(text, start) && !isRow(text, start);
  if (newline > 1) return true;
  return isRow(text, start) || isRow(text, end) || endsLine(text, start, end);
}

/** Whether the text before `at` (where a blank stands) is a whole sentence. */
export function endsSentence(text: string, at: number): boolean {
  let end = at;
  while (end > 0 && at - end < 3 && CLOSING.includes(text.charAt(end - 1))) end -= 1;
  const mark = text.charAt(end - 1);
  if (mark !== '.') return mark === '!' || mark === '?' || mark === '…';
  const next = text.slice(at, at + 20).trimStart();
  if (/^\p{Ll}/u.test(next)) return false;
  const word = /[\p{L}\p{N}]*$/u.exec(text.slice(Math.max(0, end - 20), end - 1))?.[0] ?? '';
  if (/^(?:\p{L}|[0-9]{1,2})$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase())) return false;
  return !(/^[0-9]/.test(next) && BEFORE_NUMBERS.has(word.toLowerCase()));
}

/** Whether the line that ends at `start` stands for itself, rather than going on in the line at `end`. */
function endsLine(text: string, start: number, end: number): boolean {
  if (endsSentence(text, start) || BEGINS_ITEM.test(text.slice(end, end + 40))) return true;
  const line = lineAt(text, start);
  return line.length < WRAPPED_LINE_CHARS && !/[-,\u00ad]$/.test(line) && !/^\p{Ll}/u.test(text.slice(end, end + 2));
}

function isRow(text: string, at: number): boolean {
  return lineAt(text, at).includes('|');
}

/** The line around `at`, cut to what the rules above can ask about it. */
function lineAt(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 400), at);
  const after = text.slice(at, at + 400);
  const newline = after.indexOf('\n');
  return before.slice(before.lastIndexOf('\n') + 1) + (newline < 0 ? after : after.slice(0, newline));
}
