import type { ReplyCleaner } from './reply-cleaner.ts';

const LABELS = ['source', 'sources', 'quelle', 'quellen', 'fuente', 'fuentes'];
const CONJUNCTIONS = ['and', 'und', 'y'];
const JOINT = `(?:[,;&+]|\\b(?:${CONJUNCTIONS.join('|')})\\b|(?<=[0-9\\s])[-–—](?=[0-9\\s]))`;
const ITEM = `(?:(?:${LABELS.join('|')})\\s*)?[0-9]{1,9}`;
/** What stands in the brackets of a marker, without what some models add to a number (`1†L3`). */
const NUMBERS = new RegExp(`^\\s*${ITEM}(?:\\s*${JOINT}\\s*${ITEM})*\\s*$`, 'iu');
const ADDITION = /†[^,;]*/gu;
/** Anything in brackets, with the blanks before it. A run of blanks is looked at from its beginning only: there can be many. */
const BRACKETED = /(?<![ \t])([ \t]*)[[【]([^[\]【】]{1,118})[\]】]/gu;
const LONGEST_CHARS = 120;

/** Most numbers that one range stands for. */
const LONGEST_RANGE = 10;

/**
 * Writes every marker (`[2]`, `[1, 2]`, `[Source 1 and 3]`, `【1†L3】`) as `[1][2]`, however it was cut, and leaves out
 * numbers that `sources` doesn't hold. Holds back only what may be the beginning of a marker, with the blanks before it.
 */
export function createCitationStream(sources: ReadonlySet<number>): ReplyCleaner {
  let held = '';
  const pass = (text: string) =>
    text.replace(BRACKETED, (whole, blank: string, inside: string) => {
      const bare = inside.replace(ADDITION, '');
      return NUMBERS.test(bare) ? toMarkers(blank, bare, sources) : whole;
    });
  return {
    push(piece) {
      held += piece;
      const at = findUnfinished(held);
      const out = pass(held.slice(0, at));
      held = held.slice(at);
      return out;
    },
    // A marker that was never finished cites nothing.
    end: () => held.replace(/[ \t]*[[【]\s*[0-9][\s0-9,;]*$/, ''),
  };
}

/** Where at the end of a text something begins that may still become a marker; its length when nothing does. */
function findUnfinished(text: string): number {
  const end = Math.max(0, text.length - LONGEST_CHARS);
  const open = Math.max(text.lastIndexOf('['), text.lastIndexOf('【'));
  let at = open >= end && mayBecomeNumbers(text.slice(open + 1)) ? open : text.length;
  while (at > end && /[ \t]/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

function mayBecomeNumbers(inside: string): boolean {
  if (/[\]】]/.test(inside)) return false;
  const [bare = ''] = inside.split('†', 1);
  if (!/^[\s0-9,;&+–—a-z-]*$/i.test(bare)) return false;
  const known = [...LABELS, ...CONJUNCTIONS];
  const words = bare.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.every((word, index) =>
    index < words.length - 1 ? known.includes(word) : known.some((one) => one.startsWith(word)),
  );
}

function toMarkers(blank: string, inside: string, sources: ReadonlySet<number>): string {
  const numbers = [...inside.matchAll(/([0-9]+)(?:\s*[-–—]\s*([0-9]+))?/g)].flatMap(([, from, to]) =>
    toRange(Number(from), Number(to ?? from)),
  );
  const known = [...new Set(numbers)].filter((n) => sources.has(n));
  return known.length === 0 ? '' : blank + known.map((n) => `[${n}]`).join('');
}

function toRange(from: number, to: number): number[] {
  const length = to - from + 1;
  return length < 1 || length > LONGEST_RANGE ? [from, to] : Array.from({ length }, (_, index) => from + index);
}
