import type { Citation, FilterRequest, Outcome, Source } from '../../model.ts';

export function toCopyText(answer: {
  readonly q: string;
  readonly filters: FilterRequest;
  readonly text: string;
  readonly outcome: Outcome;
  readonly sources: readonly Source[];
  readonly citations: readonly Citation[];
}): string;
