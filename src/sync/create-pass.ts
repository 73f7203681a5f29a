import type { Names } from '../model.ts';
import type { Exclusion } from './exclusion.ts';
import type { Pass, Tally } from './pass.ts';
import type { SyncDeps, SyncRequest } from './sync-deps.ts';
import type { SyncState } from './sync-state.ts';

/** What all passes of one run share. */
export interface Run {
  readonly deps: SyncDeps;
  readonly request: SyncRequest;
  readonly state: SyncState;
  readonly tally: Tally;
  readonly names: Names;
  readonly exclusion: Exclusion;
  readonly budget: { left: number };
  readonly save: () => void;
}

export function createPass(
  run: Run,
  own: Pick<Pass, 'writer' | 'generationState' | 'embedder' | 'isBuild' | 'blocked' | 'pause'>,
): Pass {
  const { deps, request, tally, names, exclusion, budget, save } = run;
  return {
    ...own,
    source: deps.source,
    log: deps.log,
    now: deps.now,
    names,
    exclusion,
    tally,
    budget,
    save,
    isReconcile: request.mode === 'reconcile',
    allowMassRemoval: request.allowMassRemoval === true,
    signal: request.signal,
    report: request.report ?? (() => {}),
    met: new Set(),
    failedNow: new Set(),
    hasPostponed: false,
  };
}
