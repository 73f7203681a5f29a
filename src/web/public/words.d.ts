import type { FilterRequest, Outcome, Phase } from '../../model.ts';

export const UNCHECKED: string;
export function toOutcomeWords(outcome: Outcome): { title: string; note: string };
export function toFilterWords(filters: FilterRequest): string[];
export function toPhaseWords(phase: Phase): string;
export function toOthersTitle(count: number, areThereUsed: boolean): string;
