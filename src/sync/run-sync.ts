import { isAbort, isKnownError } from '../errors.ts';
import { toInstant } from '../text/instant.ts';
import { type RunRecord, readCursorFile, writeCursorFile } from './cursor-file.ts';
import { acquireLock } from './lock.ts';
import { createTally, type Tally } from './pass.ts';
import type { SyncDeps, SyncRequest, SyncResult } from './sync-deps.ts';
import { syncGenerations } from './sync-generations.ts';
import { createState, type SyncState } from './sync-state.ts';

/** Least time between two writings of the state: a crash costs the comparison of a second's documents, not their embedding. */
const SAVE_EVERY_MS = 1_000;

/**
 * One run: takes the lock, brings the index in step with the source, remembers where it stands. What was done before an error
 * or an abort stays done. Throws `UnavailableError('lock')` when another run is at work, `UnavailableError` when a service
 * is missing, `StorageError`, `IndexMismatchError`, or the `AbortError`.
 */
export async function runSync(deps: SyncDeps, request: SyncRequest): Promise<SyncResult> {
  if (request.isDryRun === true) return run(deps, request, () => {});
  const { stateDir, now, pid } = deps;
  const doing = request.retryFailed === true ? 'failures --retry' : request.mode;
  const lock = acquireLock(stateDir, { pid, started_at: toInstant(now()), doing });
  try {
    return await run(deps, request, (state) => {
      lock.assertHeld();
      writeCursorFile(stateDir, state);
    });
  } finally {
    lock.release();
  }
}

async function run(deps: SyncDeps, request: SyncRequest, write: (state: SyncState) => void): Promise<SyncResult> {
  const { now, log } = deps;
  const { mode } = request;
  const startedMs = now();
  const state = readCursorFile(deps.stateDir) ?? createState();
  if (request.retryFailed === true) forgiveFailures(state);
  const tally = createTally();
  let savedMs = startedMs;
  const save = () => {
    if (now() - savedMs < SAVE_EVERY_MS) return;
    write(state);
    savedMs = now();
  };
  const record = (outcome: RunRecord['outcome'], error?: unknown) => {
    state.runs[mode] = {
      started_at: toInstant(startedMs),
      finished_at: toInstant(now()),
      outcome,
      ...(outcome === 'failed' && { error: isKnownError(error) ? error.code : 'internal' }),
      summary: toSummary(tally, now() - startedMs),
      ...(tally.refused && { refused: tally.refused }),
    };
  };
  let published: boolean;
  let unknownTags: readonly string[];
  try {
    const outcome = await syncGenerations(deps, request, state, tally, save);
    ({ published, unknownTags } = outcome);
    if (outcome.isComplete && tally.refused === undefined) state.lastSuccessAt = toInstant(now());
    record(tally.failed.size > 0 || tally.refused !== undefined ? 'partial' : 'ok');
  } catch (error) {
    record(isAbort(error) ? 'aborted' : 'failed', error);
    writeAnyway(write, state);
    throw error;
  }
  write(state);
  const summary = toSummary(tally, now() - startedMs);
  const isDryRun = request.isDryRun === true;
  log.info(
    { mode, ...(isDryRun && { dry_run: true }), generation: state.live?.generation, ...summary },
    'run finished',
  );
  return {
    mode,
    dry_run: isDryRun,
    ...(state.live && { generation: state.live.generation }),
    published,
    ...(state.building && !isDryRun && { building: state.building.generation }),
    ...summary,
    ...(tally.refused && { refused: tally.refused }),
    ...(unknownTags.length > 0 && { unknown_tags: unknownTags }),
  };
}

/** The run has failed already: that its last word can't be written either is no news. */
function writeAnyway(write: (state: SyncState) => void, state: SyncState): void {
  try {
    write(state);
  } catch (error) {
    if (!isKnownError(error)) throw error;
  }
}

function forgiveFailures(state: SyncState): void {
  for (const generationState of [state.live, state.building]) {
    for (const failed of generationState?.failed.values() ?? [])
      generationState?.failed.set(failed.id, { ...failed, attempts: 0 });
  }
}

function toSummary({ refused: _refused, failed, ...counts }: Tally, durationMs: number) {
  return { ...counts, failed: failed.size, duration_ms: Math.round(durationMs) };
}
