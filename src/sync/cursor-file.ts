import { join } from 'node:path';
import { z } from 'zod';
import { IndexMismatchError, StorageError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { readTextFile } from '../files/read-text-file.ts';
import { toStorageError } from '../files/storage-error.ts';
import { writeAtomically } from '../files/write-atomically.ts';
import type { GenerationState, SyncState } from './sync-state.ts';

const VERSION = 1;

const NEW_START =
  'or move it away: the next run then compares every document with the index, and embeds only what differs.';

const id = z.int().min(0);
const instant = z.iso.datetime({ precision: 6 });
const failedDocument = z.object({
  id,
  /** Runs in which it failed, one after the other. */
  attempts: z.int().min(0),
  /** When the document was modified as it failed last: a changed one gets new attempts. */
  modified: instant,
  reason: z.string(),
  tried_at: instant,
});
const generationState = z.object({
  generation: z.string(),
  cursor: instant.exactOptional(),
  mark: z.string().exactOptional(),
  failed: z.array(failedDocument),
  postponed: z.array(id),
});
const count = z.int().min(0);
const summary = z.object({
  seen: count,
  unchanged: count,
  embedded: count,
  metadata_only: count,
  removed: count,
  failed: count,
  passages: count,
  duration_ms: count,
});
const refusal = z.object({
  /** `incomplete`: the source's list and count differ. `mass_removal`: too many at once. */
  reason: z.enum(['incomplete', 'mass_removal']),
  removals: count,
  documents: count,
});
const runRecord = z.object({
  started_at: instant,
  finished_at: instant,
  /** `partial`: it ran, but documents failed or something was refused. */
  outcome: z.enum(['ok', 'partial', 'failed', 'aborted']),
  /** The code of the error that ended it. */
  error: z.string().exactOptional(),
  summary,
  refused: refusal.exactOptional(),
});
const modes = ['tick', 'full', 'reconcile'] as const;
const file = z.object({
  version: z.literal(VERSION),
  live: generationState.exactOptional(),
  building: generationState.exactOptional(),
  excluded: z.object({ tags: z.array(id), documents: z.array(id) }),
  runs: z.partialRecord(z.enum(modes), runRecord),
  last_success_at: instant.exactOptional(),
});

export type FailedDocument = z.output<typeof failedDocument>;
/** What one run did. `passages` were written, `embedded` are documents. */
export type Summary = z.output<typeof summary>;
/** Removals that were not made. */
export type Refusal = z.output<typeof refusal>;
export type RunRecord = z.output<typeof runRecord>;
export type Mode = (typeof modes)[number];

/**
 * Reads cursor.json; undefined when there is none. Throws `IndexMismatchError` (a newer version wrote it) or
 * `StorageError` (damaged, unreadable): never a silent new start.
 */
export function readCursorFile(stateDir: string): SyncState | undefined {
  const path = toCursorPath(stateDir);
  const text = readTextFile(path);
  if (text === undefined) return undefined;
  const content = parseJson(text);
  const version = z.object({ version: z.int() }).safeParse(content).data?.version;
  if (version !== undefined && version > VERSION) {
    throw new IndexMismatchError(
      `${path} was written by a newer version of this program. Either install that version again, ${NEW_START}`,
    );
  }
  const parsed = file.safeParse(content);
  if (!parsed.success) {
    throw new StorageError(`${path} is damaged. Either restore it from a backup, ${NEW_START}`);
  }
  const { live, building, excluded, runs, last_success_at: lastSuccessAt } = parsed.data;
  return {
    live: live && toGenerationState(live),
    building: building && toGenerationState(building),
    excluded: { tags: excluded.tags, documents: new Set(excluded.documents) },
    runs,
    lastSuccessAt,
  };
}

/**
 * Writes cursor.json in one step. Throws `StorageError`, also when the folder isn't there: one that was deleted in mid-run
 * took the index with it, and a cursor alone would be wrong.
 */
export function writeCursorFile(stateDir: string, state: SyncState): void {
  const content: z.input<typeof file> = {
    version: VERSION,
    ...(state.live && { live: fromGenerationState(state.live) }),
    ...(state.building && { building: fromGenerationState(state.building) }),
    excluded: { tags: [...state.excluded.tags], documents: [...state.excluded.documents].sort((a, b) => a - b) },
    runs: state.runs,
    ...(state.lastSuccessAt !== undefined && { last_success_at: state.lastSuccessAt }),
  };
  writeAtomically(toCursorPath(stateDir), `${JSON.stringify(content, undefined, 2)}\n`);
}

/** Creates the state folder, readable by nobody else, when it isn't there. Throws `StorageError`. */
export function prepareStateDir(stateDir: string): void {
  try {
    makeFolder(stateDir);
  } catch (error) {
    throw toStorageError(error, stateDir);
  }
}

function toGenerationState({
  generation,
  cursor,
  mark,
  failed,
  postponed,
}: z.output<typeof generationState>): GenerationState {
  return {
    generation,
    cursor,
    mark,
    failed: new Map(failed.map((document) => [document.id, document])),
    postponed: new Set(postponed),
  };
}

function fromGenerationState({
  generation,
  cursor,
  mark,
  failed,
  postponed,
}: GenerationState): z.input<typeof generationState> {
  return {
    generation,
    ...(cursor !== undefined && { cursor }),
    ...(mark !== undefined && { mark }),
    failed: [...failed.values()].sort((a, b) => a.id - b.id),
    postponed: [...postponed].sort((a, b) => a - b),
  };
}

function toCursorPath(stateDir: string): string {
  return join(stateDir, 'cursor.json');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
