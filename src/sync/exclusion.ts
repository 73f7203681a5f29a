import type { Id, Names } from '../model.ts';
import { fold } from '../text/fold.ts';
import type { SyncState } from './sync-state.ts';

/** The tags whose documents are left out of the index, and the documents that were. */
export interface Exclusion {
  readonly tags: ReadonlySet<Id>;
  /** Those that were not excluded when the last run ended: their documents have to go. */
  readonly added: readonly Id[];
  /** Left out because of these tags; filled by the passes. */
  readonly documents: Set<Id>;
}

/**
 * Finds the tags by name. What was left out under other tags is remembered only as long as it must still be left out:
 * when a tag is excluded no longer (renamed, or the setting changed), all such documents are looked at again.
 */
export function resolveExclusion(
  names: Names,
  excludeTags: readonly string[],
  before: SyncState['excluded'],
): Exclusion {
  const unwanted = new Set(excludeTags.map(fold));
  const tags = new Set([...names.tag].filter(([, name]) => unwanted.has(fold(name))).map(([id]) => id));
  const former = new Set(before.tags);
  const added = [...tags.difference(former)];
  if (!former.isSubsetOf(tags)) return { tags, added, documents: new Set() };
  // The remembered pair of tags and documents changes only when a run has followed the new tags to the end.
  return { tags, added, documents: added.length === 0 ? before.documents : new Set(before.documents) };
}
