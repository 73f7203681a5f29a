import { setImmediate } from 'node:timers/promises';
import { isAbort, isKnownError, readErrorName } from '../errors.ts';
import type { IndexEntry } from '../ports.ts';
import { advanceCursor } from './advance-cursor.ts';
import { embedGroup } from './embed-group.ts';
import { isExcluded } from './exclusion.ts';
import { fail } from './failures.ts';
import type { Group } from './group.ts';
import type { Pass } from './pass.ts';
import { settle } from './sync-state.ts';

/** Writes what has been gathered, then moves the cursor. An abort in the middle leaves it all to the next run. */
export async function writeGroup(pass: Pass, group: Group): Promise<void> {
  const { writer, tally, generationState, signal } = pass;
  const entries = await keepPresent(pass, group, await embedGroup(pass, group));
  if (entries.length > 0) await replaceDocuments(pass, entries);
  if (group.updates.length > 0) {
    await writer.updateMetadata(group.updates, { signal });
    tally.metadata_only += group.updates.length;
  }
  if (group.exclusions.length > 0) {
    await writer.remove(group.exclusions, { signal });
    tally.removed += group.exclusions.length;
  }
  if (group.reached !== undefined && !pass.hasPostponed) {
    generationState.cursor = advanceCursor(generationState.cursor, group.reached, pass.now());
  }
  pass.save();
  pass.log.debug(
    { replaced: entries.length, updated: group.updates.length, removed: group.exclusions.length },
    'written',
  );
  // All else may be synchronous: without this pause no signal would get through.
  await setImmediate();
  await pass.pause();
}

/** Embedding takes its time: what was deleted or excluded meanwhile must not come back. */
async function keepPresent(pass: Pass, group: Group, entries: readonly IndexEntry[]): Promise<readonly IndexEntry[]> {
  const { exclusion } = pass;
  if (pass.embedder === undefined || entries.length === 0) return entries;
  const ids = entries.map(({ document }) => document.id);
  const present = await pass.source.read(ids, { signal: pass.signal });
  const excluded = present.filter((document) => isExcluded(exclusion, document));
  for (const { id } of excluded) {
    exclusion.documents.add(id);
    group.exclusions.push(id);
  }
  const wanted = new Set(present.map(({ id }) => id)).difference(new Set(excluded.map(({ id }) => id)));
  return entries.filter(({ document }) => wanted.has(document.id));
}

async function replaceDocuments(pass: Pass, entries: readonly IndexEntry[]): Promise<void> {
  try {
    await pass.writer.replace(entries, { signal: pass.signal });
    for (const entry of entries) countEntry(pass, entry);
  } catch (error) {
    if (isAbort(error) || isKnownError(error)) throw error;
    // A bug, or a document the store can't take: the others must not suffer from it.
    for (const entry of entries) await replaceDocument(pass, entry);
  }
}

async function replaceDocument(pass: Pass, entry: IndexEntry): Promise<void> {
  try {
    await pass.writer.replace([entry], { signal: pass.signal });
    countEntry(pass, entry);
  } catch (error) {
    if (isAbort(error) || isKnownError(error)) throw error;
    fail(pass, entry.document, `the index could not take it (${readErrorName(error)})`);
  }
}

function countEntry({ tally, generationState }: Pass, { document, passages }: IndexEntry): void {
  tally.embedded += 1;
  tally.passages += passages.length;
  settle(generationState, document.id);
}
