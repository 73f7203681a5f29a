import type { Id } from '../model.ts';
import type { Refusal } from './cursor-file.ts';
import type { Pass } from './pass.ts';
import { isMassRemoval } from './plan-removals.ts';
import { readDocuments } from './read-documents.ts';
import { settle } from './sync-state.ts';
import { walk } from './walk.ts';

const IDS_PER_READ = 500;

/**
 * Compares the ids of source and index. Documents that are gone are removed, under the rules against a partial list and a
 * blind token; documents that are there without having been modified (somebody gave the token more rights) are
 * indexed, if `isWalked`: all changes were followed. False when the budget ran out.
 */
export async function followRemovals(pass: Pass, isWalked: boolean): Promise<boolean> {
  const { writer, exclusion, generationState, signal } = pass;
  const indexed = new Set<Id>();
  for await (const { id } of writer.documents({ signal })) indexed.add(id);
  const { listed, isCounted } = await listIds(pass, indexed);
  const suspects = [...indexed.difference(listed)];
  if (!isCounted) refuse(pass, { reason: 'incomplete', removals: suspects.length, documents: indexed.size });
  else if (suspects.length > 0) await removeSuspects(pass, suspects, indexed.size);
  for (const id of [...generationState.failed.keys(), ...generationState.postponed])
    if (!listed.has(id)) settle(generationState, id);
  for (const id of exclusion.documents) if (!listed.has(id)) exclusion.documents.delete(id);
  if (!isWalked) return false;
  const isSettled = (id: Id) =>
    indexed.has(id) || pass.met.has(id) || exclusion.documents.has(id) || generationState.failed.has(id);
  const missing = [...listed].filter((id) => !isSettled(id)).map((id) => ({ id }));
  return walk(pass, missing);
}

/** All ids of the source. Counted, and if need be once more, when something is missing among them. */
async function listIds({ source, signal }: Pass, indexed: ReadonlySet<Id>) {
  for (let attempt = 1; ; attempt += 1) {
    const listed = new Set(await source.allIds({ signal }));
    if (indexed.isSubsetOf(listed)) return { listed, isCounted: true };
    const isCounted = (await source.count({ signal })) === listed.size;
    // A document that arrived between the two requests is no reason to refuse.
    if (isCounted || attempt === 2) return { listed, isCounted };
  }
}

async function removeSuspects(pass: Pass, suspects: readonly Id[], indexed: number): Promise<void> {
  const vanished = await confirmVanished(pass, suspects);
  const present = new Set(suspects).difference(new Set(vanished));
  // Restored in between, or the list is a part of the truth (an old one that a proxy kept) and hides new documents, too.
  if (present.size > 0 && !present.isSubsetOf(new Set(await pass.source.allIds({ signal: pass.signal }))))
    refuse(pass, { reason: 'incomplete', removals: present.size, documents: indexed });
  await removeVanished(pass, vanished, indexed);
}

async function confirmVanished({ source, signal }: Pass, suspects: readonly Id[]): Promise<readonly Id[]> {
  const vanished: Id[] = [];
  for (let at = 0; at < suspects.length; at += IDS_PER_READ) {
    const asked = suspects.slice(at, at + IDS_PER_READ);
    const { documents, unreadable } = await readDocuments(source, asked, { signal });
    const present = new Set([...documents.keys(), ...unreadable]);
    vanished.push(...asked.filter((id) => !present.has(id)));
  }
  return vanished;
}

async function removeVanished(pass: Pass, vanished: readonly Id[], indexed: number): Promise<void> {
  // A generation that nobody reads yet is measured against the live one when it is to be published.
  const allowMassRemoval = pass.allowMassRemoval || pass.isBuild;
  if (isMassRemoval({ vanished: vanished.length, indexed, allowMassRemoval })) {
    refuse(pass, { reason: 'mass_removal', removals: vanished.length, documents: indexed });
    return;
  }
  if (vanished.length > 0) await pass.writer.remove(vanished, { signal: pass.signal });
  pass.tally.removed += vanished.length;
}

function refuse({ tally, log }: Pass, refusal: Refusal): void {
  tally.refused = refusal;
  log.warn({ ...refusal }, 'removals refused');
}
