import type { FilterRequest } from '../../model.ts';
import type { SharedWords } from '../words/en.ts';

export function listSuggestions(
  error: { readonly field?: string; readonly refused?: { readonly name: string; readonly near: readonly string[] } },
  filters: FilterRequest,
  words: Pick<SharedWords, 'withoutIt'>,
): { readonly label: string; readonly filters: FilterRequest }[];
