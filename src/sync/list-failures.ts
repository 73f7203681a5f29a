import { readCursorFile } from './cursor-file.ts';
import { isSetAside } from './failures.ts';

/** A document that could not be indexed; the fields as they leave the program. */
export interface FailureStatus {
  readonly document_id: number;
  readonly attempts: number;
  /** No longer tried by itself. */
  readonly set_aside: boolean;
  /** Never holds the document's text. */
  readonly reason: string;
  readonly tried_at: string;
}

/** The failed documents of the live generation and of one being built, by id. */
export function listFailures(stateDir: string): readonly FailureStatus[] {
  const state = readCursorFile(stateDir);
  const failed = new Map([...(state?.building?.failed ?? []), ...(state?.live?.failed ?? [])]);
  return [...failed.values()]
    .map((document) => ({
      document_id: document.id,
      attempts: document.attempts,
      set_aside: isSetAside(document),
      reason: document.reason,
      tried_at: document.tried_at,
    }))
    .sort((a, b) => a.document_id - b.document_id);
}
