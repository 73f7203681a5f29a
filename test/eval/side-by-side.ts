import { intervalOfMean, mean } from './metrics.ts';
import { toShare, toTable } from './table.ts';

/** What one approach made of the questions; all approaches have the same ones in the same order. */
export interface Measured<T> {
  readonly name: string;
  readonly answered: readonly T[];
}

export interface Column<T> {
  readonly title: string;
  /** From 0 to 1. */
  readonly value: (one: T) => number;
}

type Group = readonly [name: string, indexes: readonly number[]];

/** Which questions belong together: all of them, then by what each of `by` says. */
export function groupQuestions<T>(questions: readonly T[], ...by: readonly ((one: T) => string)[]): Group[] {
  const indexes = questions.map((_, index) => index);
  const grouped = by.flatMap((name) => [...Map.groupBy(questions.keys(), (index) => name(questions[index]!))]);
  return [['all', indexes], ...grouped];
}

/** Means with their 95 % intervals, one row per group and approach. */
export function describeSideBySide<T>(
  measured: readonly Measured<T>[],
  columns: readonly Column<T>[],
  groups: readonly Group[],
): string {
  const rows = groups.flatMap(([group, indexes]) =>
    measured.map(({ name, answered }, row) => [
      row === 0 ? group : '',
      name,
      String(indexes.length),
      ...columns.map(({ value }) => toCell(indexes.map((index) => value(answered[index]!)))),
    ]),
  );
  return toTable(['', '', 'n', ...columns.map(({ title }) => title)], rows, 2);
}

/** What every other approach gains over the first one, question by question; an interval around 0 says nothing. */
export function describeGains<T>(
  measured: readonly Measured<T>[],
  columns: readonly Column<T>[],
  groups: readonly Group[],
): string {
  const [first, ...others] = measured;
  if (first === undefined || others.length === 0) return '';
  const gain = (other: Measured<T>, index: number, { value }: Column<T>) =>
    value(other.answered[index]!) - value(first.answered[index]!);
  const rows = groups.flatMap(([group, indexes]) =>
    others.map((other, row) => [
      row === 0 ? group : '',
      other.name,
      String(indexes.length),
      ...columns.map((column) => toGainCell(indexes.map((index) => gain(other, index, column)))),
    ]),
  );
  return toTable([`minus ${first.name}`, '', 'n', ...columns.map(({ title }) => title)], rows, 2);
}

function toCell(values: readonly number[]): string {
  return `${toShare(mean(values))} ${intervalOfMean(values).map(toShare).join('–')}`;
}

function toGainCell(values: readonly number[]): string {
  return `${toGain(mean(values))} ${intervalOfMean(values).map(toGain).join(' ')}`;
}

function toGain(value: number): string {
  return `${value <= -0.0005 ? '−' : '+'}${toShare(Math.abs(value))}`;
}
