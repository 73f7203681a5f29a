import type { Span } from '../model.ts';
import { findDates, isDateStated } from './dates.ts';
import { findIdentifiers } from './identifiers.ts';

/** A value that an answer may claim: an amount has a currency, decimals or grouped thousands; a number has none. */
export interface Value extends Span {
  readonly kind: 'amount' | 'number' | 'percent' | 'date' | 'identifier';
  /**
   * The same whatever the spelling: `1234.56`, an ISO date, an identifier's terms. More than one where the spelling
   * leaves it open (`1.234`, `03/04/2024`) or an identifier has pieces.
   */
  readonly readings: readonly string[];
  /** ISO 4217, where the text names one. */
  readonly currency?: string;
}

const CURRENCIES: Readonly<Record<string, string>> = {
  ...{ '€': 'EUR', eur: 'EUR', euro: 'EUR', euros: 'EUR', '£': 'GBP', gbp: 'GBP', pound: 'GBP', pounds: 'GBP' },
  ...{ pfund: 'GBP', $: 'USD', usd: 'USD', dollar: 'USD', dollars: 'USD', chf: 'CHF', franken: 'CHF', sfr: 'CHF' },
  ...{ sek: 'SEK', nok: 'NOK', dkk: 'DKK' },
};
const CURRENCY = '€|£|\\$|\\b(?:EUR|Euros?|GBP|pounds?|Pfund|USD|dollars?|CHF|Franken|Sfr|SEK|NOK|DKK)\\b';
const BLANK = '[ \\u00a0\\u202f]';
/** Groups of three, else digits with one decimal part. Blanks group only before decimals or a currency. */
const DIGITS = `[0-9]{1,3}(?:[.,'’\\u00a0\\u202f][0-9]{3})+(?:[.,][0-9]{1,2})?(?![0-9])|[1-9][0-9]{0,2}(?: [0-9]{3})+(?=[.,][0-9]{2}(?![0-9])| ?(?:${CURRENCY}))(?:[.,][0-9]{2})?|[0-9]+(?:[.,][0-9]+)?`;
const NUMBER = new RegExp(
  `(?:(?<before>${CURRENCY})${BLANK}?[-–]?|(?<![\\p{L}\\p{N}.,]))(?<digits>${DIGITS})(?:,[-–]{1,2})?(?:${BLANK}?(?<after>${CURRENCY}|%|(?:Prozent|percent|per cent|por ciento)\\b))?`,
  'giu',
);

/** The amounts, numbers, percentages, dates and identifiers of a text, in order and apart from each other. */
export function findValues(text: string): Value[] {
  // Spares most sentences the work below.
  if (!/[0-9]/.test(text)) return [];
  const dates = findDates(text).map((date): Value => ({ kind: 'date', ...date }));
  const identifiers = keepFree(groupIdentifiers(text), dates);
  const taken = [...dates, ...identifiers];
  const numbers = text.matchAll(NUMBER).map(toNumber).toArray();
  return [...taken, ...keepFree(numbers, taken)].sort((a, b) => a.start - b.start);
}

/** Whether one of `evidence` says what `claim` says, however it is spelled. A currency only has to agree if both name one. */
export function isStatedIn(claim: Value, evidence: readonly Value[]): boolean {
  return evidence.some((value) => {
    if (claim.kind === 'date' || value.kind === 'date')
      return (
        claim.kind === value.kind &&
        claim.readings.some((claimed) => value.readings.some((given) => isDateStated(claimed, given)))
      );
    if (isPercent(claim) !== isPercent(value) && (claim.currency ?? value.currency) !== undefined) return false;
    if (claim.currency !== undefined && value.currency !== undefined && claim.currency !== value.currency) return false;
    return claim.readings.some((reading) => value.readings.includes(reading));
  });
}

function isPercent(value: Value): boolean {
  return value.kind === 'percent';
}

function toNumber(match: RegExpExecArray): Value {
  const { before, digits = '', after } = match.groups ?? {};
  const sign = [before, after].find((text) => text !== undefined)?.toLowerCase() ?? '';
  const currency = CURRENCIES[sign];
  const isPlain = /^[0-9]+$/.test(digits);
  const kind = currency !== undefined ? 'amount' : sign !== '' ? 'percent' : isPlain ? 'number' : 'amount';
  const span = { start: match.index, end: match.index + match[0].length };
  return {
    kind,
    readings: readNumber(digits, currency !== undefined),
    ...span,
    ...(currency === undefined ? {} : { currency }),
  };
}

/** `1.234` may be a thousand or a little more than one; of money it is a thousand. Everything else has one reading. */
function readNumber(digits: string, isMoney: boolean): string[] {
  const plain = digits.replace(/[^0-9.,]/g, '');
  const separators = plain.replace(/[0-9]/g, '');
  const last = separators.at(-1);
  if (last === undefined) return [trimZeros(plain)];
  const isMixed = separators.includes('.') && separators.includes(',');
  const whole = plain.replace(/[.,]/g, '');
  const at = plain.lastIndexOf(last);
  const decimal = `${plain.slice(0, at).replace(/[.,]/g, '')}.${plain.slice(at + 1)}`;
  if (isMixed) return [trimZeros(decimal)];
  if (separators.length > 1) return [trimZeros(whole)];
  if (!/^[1-9][0-9]{0,2}[.,][0-9]{3}$/.test(plain)) return [trimZeros(decimal)];
  return isMoney ? [whole] : [whole, trimZeros(decimal)];
}

function trimZeros(number: string): string {
  const [whole = '', fraction = ''] = number.split('.');
  const kept = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=[0-9])/, '')}${kept === '' ? '' : `.${kept}`}`;
}

/** One value for an identifier and its pieces, over the longest span. */
function groupIdentifiers(text: string): Value[] {
  const groups: { start: number; end: number; readings: string[] }[] = [];
  for (const { term, start, end } of findIdentifiers(text)) {
    const last = groups.at(-1);
    if (last === undefined || start >= last.end) groups.push({ start, end, readings: [term] });
    else {
      last.end = Math.max(last.end, end);
      last.readings.push(term);
    }
  }
  return groups.map((group) => ({ kind: 'identifier', ...group }));
}

function keepFree(values: readonly Value[], taken: readonly Span[]): Value[] {
  return values.filter(({ start, end }) => !taken.some((other) => start < other.end && other.start < end));
}
