import type { FilterRequest } from '../../model.ts';
import type { SharedWords } from '../words/en.ts';

type Locale = Pick<SharedWords, 'locale'>;

export function fill(text: string, values: Readonly<Record<string, string | number>>): string;
export function count(forms: { readonly one: string; readonly other: string }, number: number, words: Locale): string;
export function formatDate(date: string, words: Locale): string;
export function toWarning(
  missing: readonly string[] | undefined,
  degraded: string | undefined,
  words: Pick<SharedWords, 'missing'>,
): string;
export function toFilterWords(
  filters: FilterRequest,
  words: Pick<SharedWords, 'locale' | 'tag' | 'from' | 'until'>,
): string[];
