import { findIbanEnd } from './iban.ts';
import { type Block, type IdentifierCode, readCode, toBlocks } from './identifier-codes.ts';
import { toNationalNumber } from './phone.ts';
import { findPlainEnd, MAX_GAP } from './plain-number.ts';
import { GERMAN_STOP_WORDS } from './stop-words.ts';

/** A canonical term and the span of the text it stands for. */
export interface Identifier {
  /** `#` and the folded letters and digits, whatever stood between them: `#re202400817`. */
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** Longer ones are encoded data. */
const MAX_CHARS = 40;
/** More digits than this between blanks are columns of a table. */
const MAX_SPACED_DIGITS = 20;
/** Between the groups of one number: a blank, ` / `, ` - `, `(04961) 123`, `+49 (0) 4961`. */
const GAP =
  /^(?:[ \u00a0\u202f]|[ \u00a0]?\(0\)[ \u00a0]?|[ \u00a0][-/–][ \u00a0]?|[-/–][ \u00a0]|\)[ \u00a0]?[-/]?[ \u00a0]?)$/;
const GROUPS = /^[0-9]+(?:[-/_\u2010\u2011\u2013][0-9]+)*$/;
const FIRST_GROUP = /^[a-z]{0,4}[-/]?[0-9]{2}[-/0-9]*$/i;
const THOUSANDS = /^[1-9][0-9]{0,2}(?:[. \u00a0\u202f][0-9]{3})+$/;
/** Short words before a number that are no part of it. */
const NO_PREFIX =
  /^(?:nr|no|tel|fax|mob|blz|plz|eur|usd|gbp|chf|sek|abs|art|ca|from|to|the|and|for|is|at|by|on|of|de)$/;
const ARCHIVE_NUMBER =
  /(?:\basn|\barchiv(?:e|al)?[ -]?(?:serial[ -]?)?(?:number|nummer|no|nr))[ .:#-]{0,3}0*([0-9]{1,9})(?![0-9])/gi;

/**
 * Finds what looks like an identifier: invoice, customer, booking and phone numbers, IBANs, archive serial numbers
 * ("archive number 210" is `#asn210`). They come by position and may overlap. All spellings of an identifier give the
 * same term. A long one also gives the pieces that people quote alone: the number without the letters in front of it,
 * and the last block.
 *
 * These count: letters mixed with digits (five characters with three digits, or six with two), numbers of six digits or
 * more, and groups of seven digits or more in all (`00 441 201`, `99/412/00739`). These don't: amounts, grouped
 * thousands, dates, years, ranges of them, numbers with a unit, and short numbers. Takes linear time.
 */
export function findIdentifiers(text: string): Identifier[] {
  const found: Identifier[] = [];
  const digits = /[0-9]/g;
  let run: IdentifierCode[] = [];
  let runEnd = -MAX_GAP - 1;
  for (let free = 0, match = digits.exec(text); match !== null; match = digits.exec(text)) {
    const plainEnd = match.index - runEnd > MAX_GAP ? findPlainEnd(text, match.index) : undefined;
    if (plainEnd !== undefined) {
      digits.lastIndex = plainEnd;
      continue;
    }
    const code = readCode(text, match.index, free);
    free = findIbanEnd(text, code.start) ?? code.end;
    digits.lastIndex = free;
    if (free > code.end) {
      const name = text.slice(code.start, free).replace(/[^0-9a-z]/gi, '');
      found.push(toIdentifier(name.toLowerCase(), code.start, free));
    } else if (!isTrunkZero(text, code)) {
      if (!continuesRun(text, run, code)) {
        found.push(...nameRun(text, run));
        run = [];
      }
      run.push(code);
      runEnd = code.end;
    }
  }
  found.push(...nameRun(text, run), ...findArchiveNumbers(text));
  return found.length < 2 ? found : found.sort(byPosition);
}

/** Whether `code` is the next group of the number that `run` has begun. */
function continuesRun(text: string, run: readonly IdentifierCode[], code: IdentifierCode): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || code.start - last.end > MAX_GAP) return false;
  if (last.isDotted || code.isDotted || last.spelled.length < 2) return false;
  return GAP.test(text.slice(last.end, code.start)) && GROUPS.test(code.spelled) && FIRST_GROUP.test(first.spelled);
}

/** What the codes of a run are each, together, and with the short word in front of them (`RE 2024/00817`). */
function nameRun(text: string, run: readonly IdentifierCode[]): Identifier[] {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || last.end - first.start < 5) return [];
  const blocksOf = run.map(toBlocks);
  const found = run.flatMap((code, index) => nameCode(text, code, blocksOf[index] ?? []));
  const blocks = blocksOf.flat();
  const name = join(blocks);
  const digits = countDigits(name);
  const isOne = run.length > 1 && isSpacedNumber(text.slice(first.start, last.end), blocks, digits);
  const isNumber = digits === name.length && (isOne || found.length > 0);
  if (isOne && isNumber) found.push(toNumber(text, name, first.start, last.end));
  else if (isOne) found.push(toIdentifier(name, first.start, last.end), ...namePieces(blocks, name));
  const prefix = isNumber ? findPrefix(text, first.start) : undefined;
  if (prefix !== undefined && (isOne || run.length === 1))
    found.push(toIdentifier(`${prefix.text}${name}`, prefix.start, last.end));
  return found;
}

/** What one code is by itself. */
function nameCode(text: string, code: IdentifierCode, all: readonly Block[]): Identifier[] {
  if (code.spelled.length < 5) return [];
  const blocks = trimWords(all);
  const [first, last] = [blocks[0], blocks.at(-1)];
  const name = join(blocks);
  if (first === undefined || last === undefined || name.length > MAX_CHARS) return [];
  const digits = countDigits(name);
  if (digits === name.length)
    return isLongNumber(text, code, blocks, digits) ? [toNumber(text, name, first.start, last.end)] : [];
  const isUnit = /^[0-9]+\p{L}+$/u.test(name) && !(digits >= 7 && name.length - digits <= 2);
  if (isUnit || digits < 2 || name.length < (digits >= 3 ? 5 : 6)) return [];
  return [toIdentifier(name, first.start, last.end), ...namePieces(blocks, name)];
}

function isLongNumber(text: string, code: IdentifierCode, blocks: readonly Block[], digits: number): boolean {
  if (blocks.length === 1) return digits >= 6 && !code.isDotted;
  const isAmount =
    code.isDotted && (text[code.start - 1] === ',' || text[code.end] === ',' || THOUSANDS.test(code.spelled));
  return digits >= 7 && !isAmount && !isCalendar(blocks);
}

function isSpacedNumber(spelled: string, blocks: readonly Block[], digits: number): boolean {
  if (digits < 7 || digits > MAX_SPACED_DIGITS || isCalendar(blocks)) return false;
  return digits >= 10 || !THOUSANDS.test(spelled);
}

function namePieces(blocks: readonly Block[], name: string): Identifier[] {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const number = /^[a-z]{1,4}([0-9]{6,30})$/.exec(name)?.[1];
  const pieces = number === undefined ? [] : [toIdentifier(toNationalNumber(number), first.start, last.end)];
  if (blocks.length > 1 && /^[0-9]{6,}$/.test(last.text) && last.text !== number)
    pieces.push(toIdentifier(toNationalNumber(last.text), last.start, last.end));
  return pieces;
}

function findPrefix(text: string, start: number): Block | undefined {
  if (!/[ \u00a0]/.test(text.charAt(start - 1))) return undefined;
  const before = text.slice(Math.max(0, start - 6), start - 1);
  const word = /(?<![0-9A-Za-z\u00c0-\u024f])[A-Za-z]{1,4}$/.exec(before)?.[0].toLowerCase();
  if (word === undefined || NO_PREFIX.test(word) || GERMAN_STOP_WORDS.has(word)) return undefined;
  return { text: word, start: start - 1 - word.length, end: start - 1 };
}

/** Whole words glued to a number are not part of it: `Rechnung-2024-00817`, `12345-fache`. */
function trimWords(blocks: readonly Block[]): readonly Block[] {
  const isName = ({ text }: Block) => text.length < 5 || text < 'A' || !/^\p{L}{5,}$/u.test(text);
  return blocks.slice(Math.max(0, blocks.findIndex(isName)), blocks.findLastIndex(isName) + 1);
}

/** Dates, years and their ranges: a year, and beside it only years and numbers of one or two digits. */
function isCalendar(blocks: readonly Block[]): boolean {
  const isYear = ({ text }: Block) => /^(?:19|20)[0-9]{2}$/.test(text);
  return blocks.some(isYear) && blocks.every((block) => isYear(block) || block.text.length <= 2);
}

/** The `(0)` of `+49 (0) 4961 12345`, which nobody dials. */
function isTrunkZero(text: string, { start, end, spelled }: IdentifierCode): boolean {
  return spelled === '0' && text[start - 1] === '(' && text[end] === ')';
}

function* findArchiveNumbers(text: string): Generator<Identifier> {
  for (const match of text.matchAll(ARCHIVE_NUMBER))
    yield toIdentifier(`asn${match[1]}`, match.index, match.index + match[0].length);
}

function toNumber(text: string, digits: string, start: number, end: number): Identifier {
  return toIdentifier(toNationalNumber(text[start - 1] === '+' ? `00${digits}` : digits), start, end);
}

function toIdentifier(name: string, start: number, end: number): Identifier {
  return { term: `#${name}`, start, end };
}

function byPosition(a: Identifier, b: Identifier): number {
  return a.start - b.start || b.end - a.end || (a.term < b.term ? -1 : 1);
}

function join(blocks: readonly Block[]): string {
  return blocks.reduce((name, { text }) => name + text, '');
}

function countDigits(name: string): number {
  let digits = 0;
  for (let at = 0; at < name.length; at += 1) if (name.charCodeAt(at) <= 57 && name.charCodeAt(at) >= 48) digits += 1;
  return digits;
}
