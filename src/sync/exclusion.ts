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
  /** Tags that were excluded by their names and have none now: deleted, or the token may not see them any more. */
  readonly nameless: ReadonlySet<Id>;
  /** Those of `tags` that a document carries; filled by the passes. */
  readonly carried: Set<Id>;
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
  const named = new Set([...names.tag].filter(([, name]) => unwanted.has(fold(name))).map(([id]) => id));
  const former = new Set(before.tags);
  const nameless = new Set(before.tags.filter((id) => !names.tag.has(id)));
  const tags = named.union(nameless);
  const added = [...tags.difference(former)];
  const isKept = former.isSubsetOf(named);
  // The remembered pair of tags and documents changes only when a run has followed the new tags to the end.
  const documents = isKept && added.length === 0 ? before.documents : new Set(isKept ? before.documents : []);
  return { tags, added, documents, nameless, carried: new Set() };
}

/** True when a document with these tags is left out. */
export function isExcluded({ tags, carried }: Exclusion, document: { readonly tags: readonly Id[] }): boolean {
  const reasons = document.tags.filter((tag) => tags.has(tag));
  for (const tag of reasons) carried.add(tag);
  return reasons.length > 0;
}

/** What the next run has to know: a tag without a name only if documents carry it, since a deleted one is on none. */
export function toExcluded({ tags, documents, nameless, carried }: Exclusion): SyncState['excluded'] {
  const kept = [...tags].filter((tag) => !nameless.has(tag) || carried.has(tag));
  return { tags: kept.sort((a, b) => a - b), documents };
}
