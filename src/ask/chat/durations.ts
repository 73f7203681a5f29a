import type { Value } from '../../text/find-values.ts';
import { fold } from '../../text/fold.ts';

/** From two on: "one day" and "eines Monats" are mostly no durations. */
const COUNTS = [
  ['two', 'zwei'],
  ['three', 'drei'],
  ['four', 'vier'],
  ['five', 'funf'],
  ['six', 'sechs'],
  ['seven', 'sieben'],
  ['eight', 'acht'],
  ['nine', 'neun'],
  ['ten', 'zehn'],
  ['eleven', 'elf'],
  ['twelve', 'zwolf'],
] as const;

/** Units by how they begin, folded, and what one of them is: two weeks are fourteen days, a year is twelve months. */
const UNITS: readonly (readonly [pattern: string, unit: string, times: number])[] = [
  ['hours?|stunden?', 'hours', 1],
  ['days?|tage?n?|tagig\\w*', 'days', 1],
  ['weeks?|wochen?|wochig\\w*', 'days', 7],
  ['months?|monat\\w{0,3}', 'months', 1],
  ['years?|jahre?n?|jahrig\\w*', 'months', 12],
];
const COUNT = `[0-9]{1,3}|${COUNTS.flat().join('|')}`;
/** With at most one word between: "30 calendar days", "drei volle Monate", "24-monatig". */
const DURATION = new RegExp(
  `(?<![\\w.,])(${COUNT})[ \\n-](?:[a-z]+ )?(?:${UNITS.map(([pattern]) => `(${pattern})`).join('|')})(?!\\w)`,
  'g',
);

/** The durations of a text, in English and German, in digits, or from two to twelve as a word. Their spans are those of the folded text. */
export function findDurations(text: string): Value[] {
  return fold(text)
    .matchAll(DURATION)
    .map((match): Value => {
      const [found, count = '', ...units] = match;
      const at = units.findIndex((unit) => unit !== undefined);
      const [, unit, times] = UNITS[at] ?? ['', '', 1];
      const spelled = COUNTS.findIndex((words) => words.some((word) => word === count));
      const number = (spelled < 0 ? Number(count) : spelled + 2) * times;
      const span = { start: match.index, end: match.index + found.length };
      return { kind: 'number', readings: [`${number} ${unit}`], ...span };
    })
    .toArray();
}
