import type { Citation, Outcome } from '../model.ts';

/** How an answer came out whose text has been streamed. */
export interface Reply {
  readonly outcome: Outcome;
  readonly citations: readonly Citation[];
  /** Who wrote it; null for quotations. */
  readonly model: string | null;
  /** Of quotations: words of the question that no source contains. */
  readonly missing?: readonly string[];
  /** From sending the prompt to the first text shown. */
  readonly firstTokenMs?: number;
  /** Why it is less than it could be, in words for people. */
  readonly degraded?: string;
}
