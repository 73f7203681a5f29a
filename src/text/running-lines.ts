import type { Span } from '../model.ts';

interface Line extends Span {
  readonly text: string;
}

/** "Seite 2 von 7", "page 2/7", "- 2 -", "2 / 7": what only a page's header or footer says. Multi-line. */
const COUNTER =
  /\b(?:seite|blatt|page|pagina|página|sida|side|pag\.?|pág\.?|s\.|p\.) {0,3}([0-9]{1,4})\b|^[^\w\n]{0,8}([0-9]{1,4}) ?(?:\/|von|of|de|av|sur) ?[0-9]{1,4}[^\w\n]{0,8}$|^[-–—] ?([0-9]{1,4}) ?[-–—]$/im;
const MAX_LINE_CHARS = 160;
const MIN_PAGES = 3;
/** Two counters that are nearer to each other are a list, not pages. */
const MIN_PAGE_CHARS = 200;
const AMOUNT = /[0-9][.,][0-9]{2}(?![0-9])/;
/** Headers and footers have no more lines than this. */
const MAX_NEIGHBOURS = 6;

/**
 * The lines of repeated page headers and footers, in order, from their second occurrence on (the first keeps them
 * findable). Page breaks are gone from Paperless' text, so only page counters prove a page: lines that are equal but
 * for a growing page number, on three pages or more, and the identical lines next to them. Everything else that
 * repeats, such as the entries of a bank statement, stays; so do table rows.
 */
export function findRunningLines(text: string): Span[] {
  // Spares nearly every text the work below.
  if (countMatches(text, new RegExp(COUNTER, 'gim'), MIN_PAGES) < MIN_PAGES) return [];
  const lines = splitLines(text);
  const first = new Map(lines.map(({ text: line }, index) => [line, index] as const).reverse());
  const running = new Set<number>();
  for (const counters of findCounters(lines)) {
    for (const index of counters.slice(1)) running.add(index);
    for (const step of [-1, 1]) for (const index of findNeighbours(lines, first, counters, step)) running.add(index);
  }
  return [...running].sort((a, b) => a - b).flatMap((index) => toSpan(lines[index]));
}

/** Indexes of the lines that count pages, one list for each wording. */
function findCounters(lines: readonly Line[]): number[][] {
  const wordings = new Map<string, { indexes: number[]; page: number; end: number }>();
  for (const [index, { text, start, end }] of lines.entries()) {
    const match = text.length <= MAX_LINE_CHARS && !text.includes('|') ? COUNTER.exec(text) : null;
    if (match === null) continue;
    const page = Number(match[1] ?? match[2] ?? match[3]);
    const wording = text.replace(/[0-9]+/g, '#');
    const known = wordings.get(wording);
    if (known === undefined) wordings.set(wording, { indexes: [index], page, end });
    else if (page > known.page && start - known.end >= MIN_PAGE_CHARS) {
      known.indexes.push(index);
      wordings.set(wording, { indexes: known.indexes, page, end });
    }
  }
  return [...wordings.values()].map(({ indexes }) => indexes).filter((indexes) => indexes.length >= MIN_PAGES);
}

/**
 * Identical lines above (-1) or below (1) the counters, as far as they follow each other; without the first one in the
 * text, which for a header is the one of the first page, next to no counter.
 */
function findNeighbours(
  lines: readonly Line[],
  first: ReadonlyMap<string, number>,
  counters: readonly number[],
  step: number,
): number[] {
  const found: number[] = [];
  let alive = [...counters];
  for (let distance = step; Math.abs(distance) <= MAX_NEIGHBOURS; distance += step) {
    const byText = Map.groupBy(alive, (index) => lines[index + distance]?.text ?? '');
    alive = [];
    for (const [text, near] of byText) {
      const all = new Set([first.get(text) ?? 0, ...near.map((index) => index + distance)]);
      if (all.size < MIN_PAGES || !isHeaderLike(text)) continue;
      alive.push(...near);
      found.push(...[...all].slice(1));
    }
  }
  return found;
}

function isHeaderLike(text: string): boolean {
  return text !== '' && text.length <= MAX_LINE_CHARS && !text.includes('|') && !AMOUNT.test(text);
}

function countMatches(text: string, pattern: RegExp, most: number): number {
  return text.matchAll(pattern).take(most).toArray().length;
}

/** Lines that hold more than blanks. */
function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (const match of text.matchAll(/[^\r\n\f]+/g)) {
    const trimmed = match[0].trim();
    if (trimmed !== '') lines.push({ start: match.index, end: match.index + match[0].length, text: trimmed });
  }
  return lines;
}

function toSpan(line: Line | undefined): Span[] {
  return line === undefined ? [] : [{ start: line.start, end: line.end }];
}
