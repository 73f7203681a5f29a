import type { Span } from '../model.ts';
import { fold } from './fold.ts';

/**
 * A date as a text gives it. Each reading is ISO as far as it goes: `2024-03-03`, `2024-03` (March 2024), `--03-03`
 * (3 March). `03/04/2024` has two.
 */
export interface FoundDate extends Span {
  readonly readings: readonly string[];
}

/** Month names and their short forms, folded: English, German, French, Spanish. */
const MONTH_NAMES = [
  'january jan januar janner janvier enero',
  'february feb februar fevrier febrero',
  'march mar marz maerz mrz mars marzo',
  'april apr avril abril',
  'may mai mayo',
  'june jun juni juin junio',
  'july jul juli juillet julio',
  'august aug aout agosto',
  'september sep sept septembre septiembre',
  'october oct oktober okt octobre octubre',
  'november nov novembre noviembre',
  'december dec dezember dez decembre diciembre',
] as const;
const MONTHS: ReadonlyMap<string, number> = new Map(
  MONTH_NAMES.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);

const DAY = '(?<day>[0-9]{1,2})(?:\\.|st|nd|rd|th|º)?';
const NAME = '(?<name>\\p{L}{3,12})\\.?';
const YEAR = '(?<year>(?:19|20)[0-9]{2})';
const EDGE = '(?<![\\p{L}\\p{N}.,/-])';
const END = '(?![\\p{L}\\p{N}])';
const PATTERNS: readonly RegExp[] = [
  // 2024-03-03
  `${EDGE}${YEAR}-(?<month>[0-9]{2})-(?<day>[0-9]{2})(?![0-9-])`,
  // 03.03.2024, 3. 3. 24
  `${EDGE}(?<day>[0-9]{1,2})\\. ?(?<month>[0-9]{1,2})\\. ?(?<year>(?:19|20)[0-9]{2}|[0-9]{2})${END}`,
  // 03.03. without a year
  `${EDGE}(?<day>[0-9]{1,2})\\. ?(?<month>[0-9]{1,2})\\.(?! ?[0-9])`,
  // 03/04/2024, in the order of either side of the Atlantic
  `${EDGE}(?<first>[0-9]{1,2})/(?<second>[0-9]{1,2})/${YEAR}${END}`,
  // 03/2024
  `${EDGE}(?<month>[0-9]{1,2})/${YEAR}${END}`,
  // 3. März 2024, 3rd of March 2024, 3 de marzo de 2024
  `${EDGE}${DAY} ?(?:of |de )?${NAME}(?:,? (?:de )?${YEAR})?${END}`,
  // March 3, 2024
  `${EDGE}${NAME} (?<day>[0-9]{1,2})(?:st|nd|rd|th)?(?:,? ${YEAR})?(?![\\p{L}\\p{N}]|[.,][0-9])`,
  // March 2024
  `${EDGE}${NAME} (?:de )?${YEAR}${END}`,
].map((source) => new RegExp(source, 'gu'));

/** The dates in a text, in order and apart from each other. Times, weekdays and bare years are none. */
export function findDates(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  for (const pattern of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const readings = toReadings(match.groups ?? {});
      const [start, end] = [match.index, match.index + match[0].length];
      const isFree = !found.some((other) => start < other.end && other.start < end);
      if (readings.length > 0 && isFree) found.push({ readings, start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Whether `evidence` gives all that `claim` says. Only the year may be missing from a day. */
export function isDateStated(claim: string, evidence: string): boolean {
  const [claimed, given] = [splitReading(claim), splitReading(evidence)];
  if (claimed.month !== given.month) return false;
  if (claimed.day !== '' && claimed.day !== given.day) return false;
  return claimed.year === '' || claimed.year === given.year || (given.year === '' && claimed.day !== '');
}

function splitReading(reading: string): { year: string; month: string; day: string } {
  const [, year = '', month = '', day = ''] = /^(-|[0-9]{4})-([0-9]{2})(?:-([0-9]{2}))?$/.exec(reading) ?? [];
  return { year: year === '-' ? '' : year, month, day };
}

type Groups = Readonly<Record<string, string | undefined>>;

function toReadings({ year, month, name, day, first, second }: Groups): string[] {
  const named = name === undefined ? month : MONTHS.get(fold(name));
  if (first !== undefined && second !== undefined)
    return [...new Set([...toReading(year, second, first), ...toReading(year, first, second)])];
  return named === undefined ? [] : toReading(year, named, day);
}

function toReading(year: string | undefined, month: string | number, day: string | undefined): string[] {
  if (Number(month) < 1 || Number(month) > 12) return [];
  if (day !== undefined && (Number(day) < 1 || Number(day) > 31)) return [];
  if (day === undefined && year === undefined) return [];
  const parts = [toFullYear(year), twoDigits(month), ...(day === undefined ? [] : [twoDigits(day)])];
  return [parts.join('-')];
}

/** Two digits are a year of this century, unless that would be far ahead: paperwork is of the past. */
function toFullYear(year: string | undefined): string {
  if (year === undefined) return '-';
  if (year.length === 4) return year;
  return Number(year) < 70 ? `20${year}` : `19${year}`;
}

function twoDigits(value: string | number): string {
  return String(value).padStart(2, '0');
}
