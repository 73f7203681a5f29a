import { followChanges } from './follow-changes.ts';
import { followNames } from './follow-names.ts';
import { followRemovals } from './follow-removals.ts';
import type { Pass } from './pass.ts';

/**
 * Brings one generation in step with the source: names, then changes, then removals. False when the budget ran out
 * before everything was looked at. A text that can't be embedded now is postponed, and the cursor stays before it
 * (`pass.hasPostponed`).
 */
export async function runPass(pass: Pass): Promise<boolean> {
  const isNamed = await followNames(pass);
  const isChanged = isNamed && (await followChanges(pass));
  return followRemovals(pass, isChanged);
}
