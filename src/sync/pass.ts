import type { Log } from '../log.ts';
import type { Id, Names } from '../model.ts';
import type { DocumentSource, Embedder, PassageWriter } from '../ports.ts';
import type { Refusal, Summary } from './cursor-file.ts';
import type { Exclusion } from './exclusion.ts';
import type { GenerationState } from './sync-state.ts';

/** What a run has done so far, and what it refused. */
export interface Tally extends Omit<Summary, 'duration_ms' | 'failed'> {
  seen: number;
  unchanged: number;
  embedded: number;
  metadata_only: number;
  removed: number;
  /** In whichever generation. */
  readonly failed: Set<Id>;
  passages: number;
  refused: Refusal | undefined;
}

/** What a pass needs of a generation. */
export type PassWriter = Pick<
  PassageWriter,
  | 'names'
  | 'stats'
  | 'documents'
  | 'documentsWith'
  | 'fingerprints'
  | 'replace'
  | 'updateMetadata'
  | 'remove'
  | 'setNames'
  | 'finish'
  | 'mark'
>;

/** One way through the source for one generation: what it works with, and where it stands. */
export interface Pass {
  readonly source: DocumentSource;
  readonly writer: PassWriter;
  readonly embedder: Embedder | undefined;
  readonly names: Names;
  readonly exclusion: Exclusion;
  /** How far this generation is, and which documents it couldn't take. */
  readonly generationState: GenerationState;
  readonly tally: Tally;
  /** How many more documents may be worked on; infinite without `--limit`. */
  readonly budget: { left: number };
  /** Fills a generation that nobody reads yet. */
  readonly isBuild: boolean;
  /** Compares every document instead of those modified since the cursor. */
  readonly isReconcile: boolean;
  readonly allowMassRemoval: boolean;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly report: (done: number, total: number) => void;
  /** Writes the state down, not more often than makes sense. */
  readonly save: () => void;
  /** Called between writes; a build lets the live generation catch up here. */
  readonly pause: () => Promise<void>;
  /** Documents met so far: counted once, however often they are read. */
  readonly met: Set<Id>;
  /** Documents that failed in this run: not tried again before the next one. */
  readonly failedNow: Set<Id>;
  /**
   * Why texts can't be embedded or cut right now: the generation's recipe can't be made any more, or the embedding service is
   * down. Metadata, permissions and removals are followed all the same; the cursor waits at the first text left behind.
   */
  blocked: 'recipe' | { readonly error: Error } | undefined;
  /** A text was left behind: the cursor stays. */
  hasPostponed: boolean;
}

export function createTally(): Tally {
  return {
    seen: 0,
    unchanged: 0,
    embedded: 0,
    metadata_only: 0,
    removed: 0,
    failed: new Set(),
    passages: 0,
    refused: undefined,
  };
}
