import type { Instant } from '../model.ts';
import { toInstant } from '../text/instant.ts';

/** How far before the cursor a tick begins to read: changes that were committed a little out of order are seen again. */
const OVERLAP_MS = 10_000;

/** Where to read from, given how far one has read. */
export function toOverlap(cursor: Instant | undefined): Instant | undefined {
  return cursor === undefined ? undefined : toInstant(Date.parse(cursor) - OVERLAP_MS);
}

/**
 * The cursor after everything up to `modified` is done. It never goes back, and never beyond now: a document
 * dated in the future (a clock that was wrong for a while) must not hide all later changes.
 */
export function advanceCursor(cursor: Instant | undefined, modified: Instant, nowMs: number): Instant {
  const now = toInstant(nowMs);
  const reached = modified < now ? modified : now;
  return cursor !== undefined && cursor > reached ? cursor : reached;
}
