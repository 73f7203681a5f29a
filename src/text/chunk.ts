import type { Chunk } from '../model.ts';
import { createGraphemeSnapper, type SnapToGrapheme, snapToCodePoint } from './graphemes.ts';
import { endsSentence } from './sentences.ts';

/** Part of the recipe: raised whenever a text would be cut in other places than before. */
export const CHUNKER_VERSION = 1;

export interface ChunkOptions {
  /** UTF-16 code units, at least 8. */
  readonly maxChars?: number;
  /** About how much of a chunk the next one repeats; at most a quarter of `maxChars` is used. */
  readonly overlapChars?: number;
}

/** A place to cut, and how well it suits: the higher the better. */
interface Cut {
  readonly at: number;
  readonly rank: number;
}

/** How far back a line is searched for `|`. */
const MAX_ROW = 400;
const PARAGRAPH = 4;
const SENTENCE = 3;
const LINE = 2;
const WORD = 1;

/**
 * Cuts a text into overlapping chunks: at the last paragraph, else sentence or table row, else line, else word in the
 * second half of the room, never inside of a character (unless one alone is too long). Every character that isn't blank
 * is in a chunk; chunks begin and end with one. A blank text has none. Linear in time.
 */
export function chunkText(text: string, { maxChars = 1200, overlapChars = 200 }: ChunkOptions = {}): Chunk[] {
  const snap = createGraphemeSnapper(text);
  const overlap = Math.min(overlapChars, Math.floor(maxChars / 4));
  const length = text.trimEnd().length;
  const chunks: Chunk[] = [];
  for (let start = skipBlanks(text, 0); start < length; ) {
    const cut = length - start <= maxChars ? length : findEnd(text, start, maxChars, snap);
    const end = start + text.slice(start, cut).trimEnd().length;
    chunks.push({ start, end, text: text.slice(start, end) });
    if (cut >= length) break;
    const next = findNextStart(text, start, end, overlap, snap);
    start = skipBlanks(text, next > start ? next : cut);
  }
  return chunks;
}

/** Where the chunk that begins at `start` ends. There is more text than fits. */
function findEnd(text: string, start: number, maxChars: number, snap: SnapToGrapheme): number {
  const room = start + maxChars;
  const cuts = findCuts(text, start + Math.floor(maxChars / 2), room);
  const best = cuts.reduce<Cut>((a, b) => (b.rank >= a.rank ? b : a), { at: room, rank: 0 });
  if (best.rank >= LINE) return keepHeading(text, start, best.at, Math.floor(maxChars / 2));
  if (best.rank === WORD) return snap(start, best.at);
  const border = snap(start, room);
  return border > start ? border : Math.max(start + 1, snapToCodePoint(text, room));
}

/** Where the next chunk begins: at a good place that lets it repeat about `overlap` characters. */
function findNextStart(text: string, start: number, end: number, overlap: number, snap: SnapToGrapheme): number {
  if (overlap === 0) return end;
  const ideal = end - overlap;
  const half = Math.floor(overlap / 2);
  const cuts = findCuts(text, Math.max(start + 1, ideal - half), ideal + half);
  const best = cuts.reduce<Cut | undefined>((a, b) => (a === undefined || isNearer(b, a, ideal) ? b : a), undefined);
  return snap(start, best?.at ?? Math.max(start, ideal));
}

function isNearer(a: Cut, b: Cut, ideal: number): boolean {
  // A paragraph is no better a beginning than a sentence.
  const [rankA, rankB] = [Math.min(a.rank, SENTENCE), Math.min(b.rank, SENTENCE)];
  return rankA > rankB || (rankA === rankB && Math.abs(a.at - ideal) < Math.abs(b.at - ideal));
}

/** The ends of blanks from `from` to `to`, both included, in order. A blank that goes on behind `to` is cut there. */
function findCuts(text: string, from: number, to: number): Cut[] {
  const cuts: Cut[] = [];
  for (let at = from; at <= to; at += 1) {
    const isEnd = isBlank(text, at - 1) && (at === to || !isBlank(text, at));
    if (!isEnd && !(at === to && isBlank(text, at))) continue;
    let start = at;
    while (start > 0 && isBlank(text, start - 1)) start -= 1;
    cuts.push({ at, rank: rankBlank(text, start, at) });
  }
  return cuts;
}

function rankBlank(text: string, start: number, at: number): number {
  const end = skipBlanks(text, at);
  const lines = end - start === 1 && text[start] === ' ' ? 0 : text.slice(start, end).split(/\r\n|[\n\f\r]/).length - 1;
  if (lines >= 2) return PARAGRAPH;
  const isSentence = endsSentence(text, start);
  if (lines === 0 && !isSentence) return WORD;
  const before = text.slice(Math.max(0, start - MAX_ROW), start);
  // A table row ends with its line, whatever its cells say.
  if (before.includes('|', before.lastIndexOf('\n') + 1)) return lines === 0 ? WORD : SENTENCE;
  return isSentence ? SENTENCE : LINE;
}

/** Moves a cut in front of the heading it stands behind, so that the heading stays with its text. */
function keepHeading(text: string, start: number, cut: number, minChars: number): number {
  const before = text.slice(start, cut).trimEnd();
  const line = before.lastIndexOf('\n') + 1;
  const heading = before.slice(line).trim();
  const standsAlone = /\n[^\S\n]*\n$/.test(before.slice(0, line)) && !/[.!?;,|]$/.test(heading);
  const isHeading = heading.length <= 80 && (/^#{1,6}\s/.test(heading) || heading.endsWith(':') || standsAlone);
  return isHeading && line >= minChars ? start + line : cut;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text, at)) at += 1;
  return at;
}

/** As `trim` and `\s` see it. */
function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || code === 160 || (code >= 0x1680 && /\s/.test(text.charAt(at)));
}
