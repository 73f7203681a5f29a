import type { Row, Unit } from './figure.ts';

export const HEADING = ['measured', 'beside it', 'passages', 'ours', 'beside', 'compared', 'bar', ''] as const;

/** A row as people read it, a text for each word of HEADING. */
export function toCells({ what, beside, passages, ours, unit, ratio, added, bar, isMet }: Row): string[] {
  return [
    what,
    beside?.what ?? '',
    passages?.toLocaleString('en') ?? '',
    toValue(ours, unit),
    beside === undefined ? '' : toValue(beside.value, unit),
    added !== undefined
      ? `${added < 0 ? '' : '+'}${toValue(added, unit)}`
      : ratio !== undefined
        ? `${ratio.toFixed(2)}×`
        : '',
    bar ?? '',
    bar === undefined ? '' : isMet === undefined ? 'not judged' : isMet ? 'met' : 'missed',
  ];
}

function toValue(value: number, unit: Unit): string {
  const digits = unit === 'ms' && value < 100 ? 1 : 0;
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}
