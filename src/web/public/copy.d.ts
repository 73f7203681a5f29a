import type { Citation, FilterRequest, Source } from '../../model.ts';
import type { SharedWords } from '../words/en.ts';

export function toCopyText(
  answer: {
    readonly q: string;
    readonly filters: FilterRequest;
    readonly title: string;
    readonly text: string;
    readonly sources: readonly Source[];
    readonly citations: readonly Citation[];
  },
  words: SharedWords,
): string;
