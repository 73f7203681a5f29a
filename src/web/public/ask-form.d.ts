import type { FilterRequest } from '../../model.ts';

interface Turn {
  readonly q: string;
  readonly answer: string;
}

export function toAskBody(form: Pick<URLSearchParams, 'keys' | 'getAll'>): Record<string, unknown>;
export function toFields(q: string, filters: FilterRequest, history?: readonly Turn[]): [name: string, value: string][];
export function toHistory(turns: readonly Turn[], measure?: (text: string) => number): Turn[];
