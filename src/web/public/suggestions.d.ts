import type { FilterRequest } from '../../model.ts';

export function listSuggestions(
  error: { readonly field?: string; readonly refused?: { readonly name: string; readonly near: readonly string[] } },
  filters: FilterRequest,
): { readonly label: string; readonly filters: FilterRequest }[];
