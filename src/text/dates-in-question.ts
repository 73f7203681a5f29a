import type { CalendarDate } from '../model.ts';
import { findDates } from './dates.ts';
import { fold } from './fold.ts';

/** Days that a question means, both ends inclusive; an open end is missing. */
export interface Period {
  readonly from?: CalendarDate;
  readonly to?: CalendarDate;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

const YEAR = '(?<year>(?:19|20)[0-9]{2})';
const LAST = '(?:last|previous|past|letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?)';
const THIS = '(?:this|diese[nrsm]?)';
const EDGE = '(?<![\\p{L}\\p{N}.,/-])';
const END = '(?![\\p{L}\\p{N}]|[.,/-][0-9])';
const QUARTERS = 'first|second|third|fourth|erste[sn]?|zweite[sn]?|dritte[sn]?|vierte[sn]?';

/** Each gives the first month (0 = January, of the year) and how many months it lasts. */
const RULES: readonly (readonly [string, (groups: Groups, today: Today) => readonly [number, number, number]])[] = [
  [`(?:q|quartal |quarter )(?<n>[1-4])(?: of)?[ /]${YEAR}`, ({ n, year }) => [Number(year), (Number(n) - 1) * 3, 3]],
  [`(?<n>[1-4])\\. quartal ${YEAR}`, ({ n, year }) => [Number(year), (Number(n) - 1) * 3, 3]],
  [
    `(?<word>${QUARTERS}) (?:quarter|quartal)(?: of)? ${YEAR}`,
    ({ word = '', year }) => [Number(year), toQuarter(word) * 3, 3],
  ],
  [`(?:vorletzte[ns]? jahr|(?:the )?year before last)`, (_, { year }) => [year - 2, 0, 12]],
  [`${LAST} (?:year|jahr)`, (_, { year }) => [year - 1, 0, 12]],
  [`${THIS} (?:year|jahr)`, (_, { year }) => [year, 0, 12]],
  [`${LAST} (?:quarter|quartal)`, (_, { year, month }) => [year, (Math.floor(month / 3) - 1) * 3, 3]],
  [`${LAST} (?:month|monat)`, (_, { year, month }) => [year, month - 1, 1]],
  [`${THIS} (?:month|monat)`, (_, { year, month }) => [year, month, 1]],
  [YEAR, ({ year }) => [Number(year), 0, 12]],
];
const PATTERNS = RULES.map(([source, read]) => ({ pattern: new RegExp(EDGE + source + END, 'gu'), read }));

/** A month without a year, only behind a word that makes it one: "may" is a verb as well. The latest one is meant. */
const MONTH = new RegExp(
  `(?<=(?:^|[^\\p{L}])(?:in|im|seit|since|last|letzten) )(?<name>\\p{L}{3,9})(?! ?(?:19|20)[0-9]{2})${END}`,
  'gu',
);

const SINCE = /(?:since|seit|from|ab|starting(?: in)?|von)(?: dem| the)?(?: jahr| year)? ?$/;
const UNTIL = /(?:until|till|up to|bis|by)(?: zum| ende| the end of)?(?: jahr| year)? ?$/;
const BEFORE = /(?:before|vor)(?: dem)?(?: jahr| year)? ?$/;
const AFTER = /(?:after|nach)(?: dem)?(?: jahr| year)? ?$/;
const BETWEEN = /^ ?(?:and|und|to|bis|until|till|-|–) ?(?:dem |the )?$/;
const OPENS_BETWEEN = /(?:between|zwischen|from|von)(?: dem| the)? ?$/;

interface Today {
  readonly year: number;
  /** From 0. */
  readonly month: number;
}

type Groups = Readonly<Record<string, string | undefined>>;

/**
 * The first period that a question names, in English or German: a day, month, quarter or year, "last year", "since 2019",
 * "between March and May 2023". `today` is what "last" counts from; without it only what has a year is understood.
 */
export function findPeriod(question: string, today: CalendarDate | undefined): Period | undefined {
  const text = fold(question);
  const found = findAll(text, today);
  const [first, second] = found;
  if (first === undefined) return undefined;
  const before = text.slice(0, first.start);
  if (second !== undefined && BETWEEN.test(text.slice(first.end, second.start))) {
    const isRange = OPENS_BETWEEN.test(before) || /[-–]|to|bis/.test(text.slice(first.end, second.start));
    if (isRange && first.from <= second.to) return { from: first.from, to: second.to };
  }
  if (BEFORE.test(before)) return { to: addDays(first.from, -1) };
  if (AFTER.test(before)) return { from: addDays(first.to, 1) };
  if (SINCE.test(before)) return { from: first.from };
  if (UNTIL.test(before)) return { to: first.to };
  return { from: first.from, to: first.to };
}

function findAll(text: string, today: CalendarDate | undefined): Found[] {
  const now =
    today === undefined ? undefined : { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) - 1 };
  const found: Found[] = findDates(text).flatMap(({ start, end, readings: [reading = '', ...others] }) => {
    if (others.length > 0 || reading.startsWith('-')) return [];
    if (reading.length === 10) return [{ start, end, from: reading, to: reading }];
    return [{ start, end, ...toPeriod(Number(reading.slice(0, 4)), Number(reading.slice(5)) - 1, 1) }];
  });
  const add = (start: number, end: number, period: Required<Period>) => {
    if (!found.some((other) => start < other.end && other.start < end)) found.push({ start, end, ...period });
  };
  for (const { pattern, read } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      if (now === undefined && match.groups?.year === undefined) continue;
      const period = toPeriod(...read(match.groups ?? {}, now ?? { year: 0, month: 0 }));
      add(match.index, match.index + match[0].length, period);
    }
  }
  for (const { 0: name, index } of now === undefined ? [] : text.matchAll(MONTH)) {
    const [date] = findDates(`${name} 2000`);
    const month = Number(date?.readings[0]?.slice(5)) - 1;
    if (now === undefined || Number.isNaN(month)) continue;
    add(index, index + name.length, toPeriod(month > now.month ? now.year - 1 : now.year, month, 1));
  }
  return found.sort((a, b) => a.start - b.start);
}

function toQuarter(word: string): number {
  return ['first erste', 'second zweite', 'third dritte', 'fourth vierte'].findIndex((words) =>
    words.split(' ').some((one) => word.startsWith(one)),
  );
}

/** `month` from 0; below 0 it is of the years before. */
function toPeriod(year: number, month: number, months: number): Required<Period> {
  const toDate = (at: number, day: number) => new Date(Date.UTC(year, at, day)).toISOString().slice(0, 10);
  return { from: toDate(month, 1), to: toDate(month + months, 0) };
}

function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
