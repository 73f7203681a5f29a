import type { Question } from '../../src/ask/question.ts';
import type { FilterRequest, Id } from '../../src/model.ts';

/** A row of `questions.json`. */
export interface GoldQuestion {
  readonly id: string;
  readonly q: string;
  readonly language: string;
  readonly kind: string;
  /** Documents that answer it. */
  readonly gold: readonly Id[];
  readonly evidence: string | null;
  readonly evidence_more?: readonly string[];
  readonly answerable: boolean;
  readonly filters?: FilterRequest;
  readonly previous?: string;
}

/** The pieces of text that answer it, word for word. */
export function listEvidence({ evidence, evidence_more = [] }: GoldQuestion): string[] {
  return [evidence ?? [], evidence_more].flat();
}

/** The question as everyone may ask it. */
export function toQuestion({ q, filters, previous }: GoldQuestion): Question {
  return {
    q,
    asker: { kind: 'everyone' },
    ...(filters !== undefined && { filters }),
    ...(previous !== undefined && { history: [{ q: previous, answer: '' }] }),
  };
}
