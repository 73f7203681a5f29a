import type { Id, Instant } from '../model.ts';
import type { FailedDocument, Mode, RunRecord } from './cursor-file.ts';

/** How far one generation has been filled: everything modified up to the cursor is in it, but for the failed documents. */
export interface GenerationState {
  readonly generation: string;
  cursor: Instant | undefined;
  /** The index's own mark of what was written last: with another one the cursor is of another state of it. */
  mark: string | undefined;
  readonly failed: Map<Id, FailedDocument>;
  /** Indexed documents whose new text was left behind, because embeddings or the recipe were out of reach. */
  readonly postponed: Set<Id>;
}

/** What sync remembers between runs. Changed in place by the one run that holds the lock. */
export interface SyncState {
  live: GenerationState | undefined;
  building: GenerationState | undefined;
  /** The documents left out because of a tag, and the tags that were excluded then. */
  excluded: { readonly tags: readonly Id[]; readonly documents: Set<Id> };
  readonly runs: Partial<Record<Mode, RunRecord>>;
  lastSuccessAt: Instant | undefined;
}

export function createState(): SyncState {
  return {
    live: undefined,
    building: undefined,
    excluded: { tags: [], documents: new Set() },
    runs: {},
    lastSuccessAt: undefined,
  };
}

/** Where a new generation starts. */
export function createGenerationState(generation: string): GenerationState {
  return { generation, cursor: undefined, mark: undefined, failed: new Map(), postponed: new Set() };
}

/** Nothing is left to be done for a document. */
export function settle(generationState: GenerationState, id: Id): void {
  generationState.failed.delete(id);
  generationState.postponed.delete(id);
}
