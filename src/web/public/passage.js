// Shared by the page and the server: how the text of a passage is shown.

const EXCERPT_CHARS = 320;

/** `text` cut at the ends of `spans` ({ start, end }, in order or not): pieces { text, isMarked }, none of them empty. */
export function toPieces(text, spans) {
  const sorted = spans.filter(({ start, end }) => start < end).toSorted((a, b) => a.start - b.start);
  const pieces = [];
  let at = 0;
  for (const span of sorted) {
    const start = Math.max(span.start, at);
    const end = Math.min(span.end, text.length);
    if (start >= end) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), isMarked: false });
    pieces.push({ text: text.slice(start, end), isMarked: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}

/** Some lines where most of the highlights are, as pieces; an ellipsis stands for what is left out. */
export function toExcerpt(text, highlights, chars = EXCERPT_CHARS) {
  const first = findDensest(highlights, chars / 2);
  const from = first < chars / 2 ? 0 : toWordStart(text, first - Math.round(chars / 4));
  const end = from + chars >= text.length ? text.length : toWordStart(text, from + chars);
  const spans = highlights.map((span) => ({ start: Math.max(0, span.start - from), end: span.end - from }));
  const pieces = toPieces(text.slice(from, end), spans);
  if (from > 0) pieces.unshift({ text: '… ', isMarked: false });
  if (end < text.length) pieces.push({ text: ' …', isMarked: false });
  return pieces;
}

/** Where the texts of the highlighted spans of `source` stand in `text`, which may hold more or less than it. */
export function findSpans(text, source) {
  const at = text.indexOf(source.text);
  if (at >= 0) return source.highlights.map(({ start, end }) => ({ start: start + at, end: end + at }));
  return source.highlights.flatMap(({ start, end }) => {
    const wanted = source.text.slice(start, end);
    const found = wanted.trim() === '' ? -1 : text.indexOf(wanted);
    return found < 0 ? [] : [{ start: found, end: found + wanted.length }];
  });
}

/** Where the stretch of `chars` characters with the most highlights begins; the first of several. */
function findDensest(highlights, chars) {
  const starts = highlights.map(({ start }) => start).toSorted((a, b) => a - b);
  const counts = starts.map((from) => starts.filter((start) => start >= from && start < from + chars).length);
  return starts[counts.indexOf(Math.max(...counts))] ?? 0;
}

/** The beginning of the word at `at`; where there is none nearby, `at` or the beginning of the character there. */
function toWordStart(text, at) {
  const blank = text.slice(0, at).search(/\s\S*$/);
  if (blank > at - 40) return blank + 1;
  return /^[\udc00-\udfff]/.test(text.slice(at)) ? at - 1 : at;
}
