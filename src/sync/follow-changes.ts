import { toInstant } from '../text/instant.ts';
import { toOverlap } from './advance-cursor.ts';
import { isSetAside } from './failures.ts';
import type { Pass } from './pass.ts';
import { walk } from './walk.ts';

/** Indexes what was modified since the cursor, then tries again what failed or was left behind. False when the budget ran out. */
export async function followChanges(pass: Pass): Promise<boolean> {
  const { source, generationState, signal } = pass;
  forgetFutureCursor(pass);
  const since = pass.isReconcile ? undefined : toOverlap(generationState.cursor);
  const changed = await source.changedSince(since, { signal });
  if (!(await walk(pass, changed))) return false;
  const seen = new Set(changed.map(({ id }) => id));
  const failed = [...generationState.failed.values()].filter((document) => !isSetAside(document)).map(({ id }) => id);
  const again = [...new Set([...failed, ...generationState.postponed])].filter((id) => !seen.has(id));
  return walk(
    pass,
    again.map((id) => ({ id })),
  );
}

/** A clock that was put back: what changes from now on would lie before the cursor. */
function forgetFutureCursor({ generationState, now, log }: Pass): void {
  const since = toOverlap(generationState.cursor);
  if (since === undefined || since <= toInstant(now())) return;
  log.warn(
    { generation: generationState.generation, cursor: generationState.cursor },
    'the cursor lies in the future (the clock was put back): comparing everything from the beginning',
  );
  generationState.cursor = undefined;
}
