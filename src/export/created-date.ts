import type { CalendarDate } from '../model.ts';
import { isCalendarDate } from '../text/calendar-date.ts';

const DAY_MS = 86_400_000;

/**
 * The date of a document as an export writes it; undefined when it is none. Paperless-ngx before 2.16 has a time there,
 * in UTC: `2024-10-06T22:00:00Z` is the midnight in Berlin that begins the 7th. A full or half hour is taken for such a
 * midnight and goes to the nearest day; any other time is that of a file, of which the date is kept.
 */
export function toCreatedDate(text: string): CalendarDate | undefined {
  const [, date = '', time] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  if (!isCalendarDate(date)) return undefined;
  const isMidnightSomewhere = text.endsWith('Z') && /^(1[2-9]|2\d):[03]0:00(\.0+)?$/.test(time ?? '');
  if (!isMidnightSomewhere) return date;
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return isCalendarDate(next) ? next : date;
}
