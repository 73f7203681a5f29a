const [ZERO, NINE, DOT] = [48, 57, 46];
/** Most characters between two groups of one number. */
export const MAX_GAP = 5;
/** A number of one block has an identifier's length with six digits, one of several blocks with seven. */
const MAX_DIGITS = 5;
const MAX_DIGITS_IN_BLOCKS = 6;
/** ASCII beside a number that neither belongs to it nor links it with another one. */
const BORDERS = toSet(/[^0-9A-Za-z\-/_.]/);
const LINKS = toSet(/[-/_.]/);
const IN_GAPS = toSet(/[ ()\-/]/);

/**
 * The end of a number that neither is an identifier nor a group of one, as most numbers in ordinary texts: a few digits,
 * a version or a date, alone between blanks and punctuation. `at` is its first digit. Undefined: look closer.
 */
export function findPlainEnd(text: string, at: number): number | undefined {
  if (at > 0 && !BORDERS[text.charCodeAt(at - 1)]) return undefined;
  let [end, digits, start] = [at, 0, at];
  let [hasYear, isCalendar, isOne] = [false, true, true];
  for (;;) {
    while (isDigit(text.charCodeAt(end))) end += 1;
    digits += end - start;
    const isYear = end - start === 4 && /^(?:19|20)/.test(text.slice(start, start + 2));
    hasYear ||= isYear;
    isCalendar &&= isYear || end - start <= 2;
    if (!LINKS[text.charCodeAt(end)] || !isDigit(text.charCodeAt(end + 1))) break;
    isOne = false;
    start = end + 1;
    end += 1;
  }
  const isShort = digits <= (isOne ? MAX_DIGITS : MAX_DIGITS_IN_BLOCKS);
  if (!isShort && (isOne || !hasYear || !isCalendar)) return undefined;
  const next = text.charCodeAt(end);
  const isEnd = end === text.length || BORDERS[next] === 1 || (next === DOT && BORDERS[text.charCodeAt(end + 1)] === 1);
  return isEnd && !isNearDigit(text, end) ? end : undefined;
}

/** Whether only blanks and links lie between `end` and a digit near it: another group of the same number. */
function isNearDigit(text: string, end: number): boolean {
  for (let at = end; at <= end + MAX_GAP && at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isDigit(unit)) return true;
    if (unit < 128 && !IN_GAPS[unit]) return false;
  }
  return false;
}

function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}

function toSet(characters: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, unit) => (characters.test(String.fromCharCode(unit)) ? 1 : 0));
}
