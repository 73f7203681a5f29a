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

/** Excluded unless configured otherwise, so a library without this tag is nothing to warn about. */
const BY_DEFAULT = 'no-ai';

/** The configured tags that don't exist: a slip there would let documents in that somebody wants kept out. */
export function findUnknownTags(names: Names, excludeTags: readonly string[]): string[] {
  const known = new Set([...names.tag.values()].map(fold));
  return excludeTags.filter((tag) => tag !== BY_DEFAULT && !known.has(fold(tag)));
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
