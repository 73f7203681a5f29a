import type { FilterRequest } from '../../model.ts';

export function toAskBody(form: Pick<URLSearchParams, 'keys' | 'getAll'>): Record<string, unknown>;
export function toFields(q: string, filters: FilterRequest): [name: string, value: string][];
