import type { Id, Names } from '../model.ts';
import { fold } from '../text/fold.ts';
import type { SyncState } from './cursor-file.ts';

/** The tags whose documents are left out of the index. */
export interface Exclusion {
  readonly tags: ReadonlySet<Id>;
  /** Those that were not excluded in the last run: their documents have to go. */
  readonly added: readonly Id[];
}

/**
 * Finds the tags by name. When one is excluded no longer (renamed, or the setting changed), the remembered documents
 * are forgotten, so that they are looked at again.
 */
export function resolveExclusion(
  names: Names,
  excludeTags: readonly string[],
  before: SyncState['excluded'],
): Exclusion {
  const unwanted = new Set(excludeTags.map(fold));
  const tags = new Set([...names.tag].filter(([, name]) => unwanted.has(fold(name))).map(([id]) => id));
  const former = new Set(before.tags);
  if (!former.isSubsetOf(tags)) before.documents.clear();
  return { tags, added: [...tags.difference(former)] };
}
