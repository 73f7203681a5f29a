import type { Log } from '../log.ts';
import type { EmbeddingRecipe, Recipe } from '../model.ts';
import type { DocumentSource, Embedder, PassageIndex } from '../ports.ts';
import type { Mode, Refusal, Summary } from './cursor-file.ts';

/** What keeping the index in step needs from outside. */
export interface SyncDeps {
  readonly source: DocumentSource;
  readonly index: PassageIndex;
  /** Undefined = lexical search only. */
  readonly embedder: Embedder | undefined;
  /** An embedder for another model than today's, in case the live generation was built with one. */
  readonly embedderOf?: (recipe: EmbeddingRecipe) => Embedder;
  /** What this program and this store make; the embedder adds its part. */
  readonly recipe: Omit<Recipe, 'embedding'>;
  readonly stateDir: string;
  /** Names of tags whose documents are never indexed, compared without regard to case and accents. */
  readonly excludeTags: readonly string[];
  /** Bytes free where the index lives; undefined where that can't be told. */
  readonly freeBytes: () => Promise<number | undefined>;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly pid: number;
}

export interface SyncRequest {
  readonly mode: Mode;
  /** Most documents to work on; the cursor moves over these only. */
  readonly limit?: number;
  /** Writes nothing, embeds nothing, takes no lock; the result says what would have happened. */
  readonly isDryRun?: boolean;
  readonly allowMassRemoval?: boolean;
  /** Gives documents that were set aside new attempts. */
  readonly retryFailed?: boolean;
  readonly signal: AbortSignal;
  readonly report?: (done: number, total: number) => void;
}

/** What a run did; the fields as they leave the program. */
export interface SyncResult extends Summary {
  readonly mode: Mode;
  readonly dry_run: boolean;
  /** The live generation; absent when nothing is published yet. */
  readonly generation?: string;
  /** A new generation went live. */
  readonly published: boolean;
  /** A generation that is still being built, and goes on with the next run. */
  readonly building?: string;
  readonly refused?: Refusal;
  /** Names in RAG_EXCLUDE_TAGS that no tag has. */
  readonly unknown_tags?: readonly string[];
}
