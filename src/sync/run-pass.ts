import { followChanges } from './follow-changes.ts';
import { followNames } from './follow-names.ts';
import { followRemovals } from './follow-removals.ts';
import type { Pass } from './pass.ts';

/**
 * Brings one generation in step with the source: names, then changes, then removals. True when nothing was left over
 * for want of budget. What could not be embedded is left behind with the cursor before it (`pass.isHeld`).
 */
export async function runPass(pass: Pass): Promise<boolean> {
  const isNamed = await followNames(pass);
  const isChanged = isNamed && (await followChanges(pass));
  return followRemovals(pass, isChanged);
}
