import type { TextFilter } from './text-filter.ts';

const LABEL = '(?:sources?|quellen?|fuentes?)';
const JOINT = '(?:[,;&+]|\\b(?:and|und|y)\\b|(?<=[0-9\\s])[-–—](?=[0-9\\s]))';
const ITEM = `(?:${LABEL}\\s*)?[0-9]{1,9}(?:†[^\\]】]{0,40})?`;
/** `[2]`, `[1, 2]`, `[Source 1 and 3]`, `【1†L3】`, each with the blanks before it. */
const MARKER = new RegExp(`[ \\t]*[\\[【]\\s*${ITEM}(?:\\s*${JOINT}\\s*${ITEM})*\\s*[\\]】]`, 'giu');
/** What may still become one, at the end of a text: no other brackets, and only what markers consist of. */
const UNFINISHED =
  /[ \t]*(?:[[【](?:[\s0-9,;&+–—-]|a(?:nd?)?|u(?:nd?)?|y|s(?:o(?:u(?:r(?:c(?:es?)?)?)?)?)?|q(?:u(?:e(?:l(?:l(?:en?)?)?)?)?)?|f(?:u(?:e(?:n(?:t(?:es?)?)?)?)?)?|†[^\]】]{0,40})*)?$/iu;
const LONGEST_CHARS = 120;

/** Most numbers that one range stands for. */
const LONGEST_RANGE = 10;

/**
 * Writes every marker as `[1][2]`, whatever it looked like and however it was cut, and leaves out numbers that
 * `sources` doesn't hold. Holds back only what may be the beginning of a marker, with the blanks before it.
 */
export function createCitationStream(sources: ReadonlySet<number>): TextFilter {
  let held = '';
  const pass = (text: string) => text.replace(MARKER, (marker) => toMarkers(marker, sources));
  return {
    push(piece) {
      held += piece;
      const match = UNFINISHED.exec(held);
      const at = match === null || match[0].length > LONGEST_CHARS ? held.length : match.index;
      const out = pass(held.slice(0, at));
      held = held.slice(at);
      return out;
    },
    // A marker that was never finished cites nothing.
    end: () => held.replace(/[ \t]*[[【]\s*[0-9][\s0-9,;]*$/, ''),
  };
}

function toMarkers(marker: string, sources: ReadonlySet<number>): string {
  const numbers = [...marker.replace(/†[^,;\]】]*/gu, '').matchAll(/([0-9]+)(?:\s*[-–—]\s*([0-9]+))?/g)].flatMap(
    ([, from, to]) => toRange(Number(from), Number(to ?? from)),
  );
  const known = [...new Set(numbers)].filter((n) => sources.has(n));
  const blank = /^[ \t]*/.exec(marker)?.[0] ?? '';
  return known.length === 0 ? '' : blank + known.map((n) => `[${n}]`).join('');
}

function toRange(from: number, to: number): number[] {
  const length = to - from + 1;
  return length < 1 || length > LONGEST_RANGE ? [from, to] : Array.from({ length }, (_, index) => from + index);
}
