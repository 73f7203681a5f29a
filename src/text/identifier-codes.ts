import { fold } from './fold.ts';

/** A run of letters and digits inside of a code. */
export interface Block {
  /** Folded. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Letters and digits held together by single links, at least one digit: `RE-2024-00817`, `99/412/00739`, `1.039`. */
export interface IdentifierCode {
  readonly start: number;
  readonly end: number;
  /** As it stands in the text. */
  readonly spelled: string;
  /** Has a comma or a dot next to its digits: an amount, a date, a decimal number. */
  readonly isDotted: boolean;
}

// Latin letters and the marks on them; other scripts end a code, as blanks do.
const LATIN = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]|[\u0300-\u036f]/;
const LINK = /[-/_\u2010\u2011\u2013]/;

/** The code around the digit at `at`, not reaching back behind `free`. */
export function readCode(text: string, at: number, free: number): IdentifierCode {
  let start = at;
  while (start > free && belongs(text, start - 1)) start -= 1;
  let end = at + 1;
  while (end < text.length && belongs(text, end)) end += 1;
  const spelled = text.slice(start, end);
  const isDotted =
    (text[start - 1] === ',' && isDigit(text, start - 2)) ||
    (text[end] === ',' && isDigit(text, end + 1)) ||
    spelled.includes('.');
  return { start, end, spelled, isDotted };
}

export function toBlocks({ spelled, start }: IdentifierCode): Block[] {
  const blocks: Block[] = [];
  for (let from = 0, to = 0; to <= spelled.length; to += 1) {
    if (to < spelled.length && isLetterOrDigit(spelled, to)) continue;
    blocks.push({ text: fold(spelled.slice(from, to)), start: start + from, end: start + to });
    from = to + 1;
  }
  return blocks;
}

/** Whether the character at `at` is part of a code: a letter or digit, or a single link between two. */
function belongs(text: string, at: number): boolean {
  if (isLetterOrDigit(text, at)) return true;
  const character = text.charAt(at);
  if (character === '.') return isDigit(text, at - 1) && isDigit(text, at + 1);
  return LINK.test(character) && isLetterOrDigit(text, at - 1) && isLetterOrDigit(text, at + 1);
}

function isLetterOrDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 128) return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
  return LATIN.test(text.charAt(at));
}

function isDigit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 48 && unit <= 57;
}
