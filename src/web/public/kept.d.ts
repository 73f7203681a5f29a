import type { FilterRequest } from '../../model.ts';
import type { SharedWords } from '../words/en.ts';

export interface Space {
  readonly name: string;
  readonly filters: FilterRequest;
}

export interface Entry {
  readonly q: string;
  readonly filters: FilterRequest;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export const MAX_SPACES: number;
export const MAX_ENTRIES: number;
export const MAX_SPACE_NAME_CHARS: number;
export function toFilters(value: unknown): FilterRequest;
export function areSame(one: unknown, other: unknown): boolean;
export function toSpaces(value: unknown): Space[];
export function toEntries(value: unknown): Entry[];
export function addEntry(entries: readonly Entry[], entry: Entry): Entry[];
export function findEntries(entries: readonly Entry[], text: string, words: SharedWords): Entry[];
