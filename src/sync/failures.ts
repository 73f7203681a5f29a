import type { Id, Instant } from '../model.ts';
import { toInstant } from '../text/instant.ts';
import type { FailedDocument } from './cursor-file.ts';
import type { Pass } from './pass.ts';

/** Runs in which a document may fail before it is set aside. */
export const MAX_ATTEMPTS = 5;

/** True when a document has failed so often that it is left alone until `failures --retry`, or until it changes. */
export function isSetAside(failed: FailedDocument): boolean {
  return failed.attempts >= MAX_ATTEMPTS;
}

/** True when a document may be tried in this run. */
export function isDue(pass: Pass, document: { readonly id: Id; readonly modified: Instant }): boolean {
  const failed = pass.generationState.failed.get(document.id);
  if (failed === undefined) return true;
  const isChanged = failed.modified !== document.modified;
  return isChanged || (!isSetAside(failed) && !pass.failedNow.has(document.id));
}

/** Notes that a document could not be indexed; `reason` never holds its text. The run goes on. */
export function fail(pass: Pass, document: { readonly id: Id; readonly modified?: Instant }, reason: string): void {
  const { id } = document;
  const { generationState, failedNow, tally, now, log } = pass;
  failedNow.add(id);
  tally.failed.add(id);
  generationState.failed.set(
    id,
    countFailure(generationState.failed.get(id), { id, modified: document.modified, reason, nowMs: now() }),
  );
  log.warn({ document: id, reason }, 'document failed');
}

/** What to remember of a document that failed again. One that was changed since starts anew. */
export function countFailure(
  before: FailedDocument | undefined,
  failure: {
    readonly id: Id;
    readonly modified: Instant | undefined;
    readonly reason: string;
    readonly nowMs: number;
  },
): FailedDocument {
  const triedAt = toInstant(failure.nowMs);
  const modified = failure.modified ?? before?.modified ?? triedAt;
  const attempts = before?.modified === modified ? before.attempts : 0;
  const { id, reason } = failure;
  return { id, attempts: Math.min(attempts + 1, MAX_ATTEMPTS), modified, reason, tried_at: triedAt };
}
