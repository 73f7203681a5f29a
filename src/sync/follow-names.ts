import type { Id } from '../model.ts';
import { diffNames, hasNoNames } from './diff-names.ts';
import type { Pass } from './pass.ts';
import { walk } from './walk.ts';

/**
 * Updates the documents whose correspondent, type, tag, path or field was created, renamed or deleted (Paperless moves no
 * document's `modified` for that), and those that an excluded tag now hides. False when the budget ran out.
 */
export async function followNames(pass: Pass): Promise<boolean> {
  const { writer, names, exclusion, signal } = pass;
  const before = await writer.names({ signal });
  const affected = new Set<Id>();
  const isFresh = hasNoNames(before) && (await writer.stats({ signal })).documents === 0;
  const changed = isFresh ? [] : diffNames(before, names);
  for (const { kind, id } of [...changed, ...exclusion.added.map((tag) => ({ kind: 'tag' as const, id: tag }))]) {
    for (const document of await writer.documentsWith(kind, id, { signal })) affected.add(document);
  }
  const items = [...affected].sort((a, b) => a - b).map((id) => ({ id }));
  const isComplete = await walk(pass, items);
  // Only when nothing was left behind: otherwise the next run has to find the same difference again.
  if (isComplete && !pass.hasPostponed && (isFresh || changed.length > 0)) await writer.setNames(names);
  return isComplete;
}
