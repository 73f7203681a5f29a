import type { CalendarDate } from '../model.ts';
import { findPeriod, type Period } from '../text/dates-in-question.ts';

/** The days that what is searched for means; of its last line first, the follow-up: "and in April?" means no longer the March of the lines before. */
export function findAskedPeriod(text: string, today: CalendarDate | undefined): Period | undefined {
  return findPeriod(text.slice(text.lastIndexOf('\n') + 1), today) ?? findPeriod(text, today);
}
