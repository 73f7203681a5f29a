import { refuse } from './refusal.ts';

export interface StoredPoint {
  readonly id: string | number;
  vector: Record<string, number[] | SparseVector>;
  payload: Record<string, unknown>;
}

export interface SparseVector {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

export interface FakeFilter {
  readonly must?: readonly FakeCondition[];
  readonly should?: readonly FakeCondition[];
  readonly must_not?: readonly FakeCondition[];
}

export type FakeCondition = FakeFilter & {
  readonly key?: string;
  readonly match?: { readonly value?: unknown; readonly any?: readonly unknown[] };
  readonly range?: Readonly<Record<'gt' | 'gte' | 'lt' | 'lte', string | number | undefined>>;
  readonly is_null?: { readonly key: string };
  readonly is_empty?: { readonly key: string };
  readonly has_id?: readonly (string | number)[];
};

/** Whether a point meets a filter, for the conditions that the adapter uses. */
export function meetsFilter(point: StoredPoint, filter: FakeFilter | undefined): boolean {
  if (filter === undefined) return true;
  const { must = [], should = [], must_not: mustNot = [] } = filter;
  return (
    must.every((condition) => meetsCondition(point, condition)) &&
    (should.length === 0 || should.some((condition) => meetsCondition(point, condition))) &&
    !mustNot.some((condition) => meetsCondition(point, condition))
  );
}

/** Refuses what the real one finds wrong before it looks at any point. */
export function checkFilter(filter: FakeFilter | undefined): void {
  for (const condition of [...(filter?.must ?? []), ...(filter?.should ?? []), ...(filter?.must_not ?? [])]) {
    checkFilter(condition);
    for (const bound of Object.values(condition.range ?? {})) {
      if (typeof bound !== 'string' || !Number.isNaN(Date.parse(bound))) continue;
      const example = 'Example: 2014-01-01T00:00:00Z at line 1 column 184';
      refuse(
        400,
        `Format error in JSON body: '${bound}' does not match accepted datetime format (RFC3339). ${example}`,
      );
    }
  }
}

function meetsCondition(point: StoredPoint, condition: FakeCondition): boolean {
  const { key, match, range, is_null: isNull, is_empty: isEmpty, has_id: hasId } = condition;
  if (hasId) return hasId.includes(point.id);
  // A missing key is empty, but not null.
  if (isNull) return point.payload[isNull.key] === null;
  if (isEmpty) return toValues(point.payload[isEmpty.key]).length === 0;
  if (key === undefined) return meetsFilter(point, condition);
  const values = toValues(point.payload[key]);
  if (match?.any) return values.some((value) => match.any?.includes(value));
  if (match) return values.includes(match.value);
  if (range) return values.some((value) => isWithin(value, range));
  throw new Error(`the fake does not know the condition ${JSON.stringify(condition)}`);
}

function toValues(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function isWithin(value: unknown, range: NonNullable<FakeCondition['range']>): boolean {
  const at = toNumber(value);
  const { gt, gte, lt, lte } = range;
  return (
    (gt === undefined || at > toNumber(gt)) &&
    (gte === undefined || at >= toNumber(gte)) &&
    (lt === undefined || at < toNumber(lt)) &&
    (lte === undefined || at <= toNumber(lte))
  );
}

function toNumber(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number(value);
}
