import type { Log } from '../log.ts';
import type { CalendarDate } from '../model.ts';
import type { Archive, ChatModel, Embedder, PassageIndex } from '../ports.ts';
import type { Calibration } from './chat/calibration.ts';
import type { DenseMode } from './retrieval/rank.ts';

/** How many passages make an answer, and how the dense leg joins. */
export interface AskSettings {
  /** Passages per answer without a filter. */
  readonly topK: number;
  /** Passages per answer with any filter: a narrowed pool is relevant already, so recall counts. */
  readonly topKScoped: number;
  /** How the dense leg joins the lexical ones. Default `slots`. */
  readonly dense?: DenseMode;
  /** Least cosine similarity of a passage that only the dense leg finds. Default 0.25. */
  readonly scoreFloor?: number;
  /** The same with a filter. Default 0.3. */
  readonly scoreFloorScoped?: number;
}

/** Embeds questions the way the index was embedded. */
export type QueryEmbedder = Pick<Embedder, 'recipe' | 'embedQuery'>;

/** What answering needs from outside. */
export interface AskDeps {
  readonly index: PassageIndex;
  readonly archive: Archive;
  /** Undefined = lexical search only. */
  readonly embedder: QueryEmbedder | undefined;
  /** Undefined = answers are quotations. */
  readonly chatModel: ChatModel | undefined;
  readonly log: Log;
  /** Milliseconds from any fixed start, for timings. */
  readonly now: () => number;
  readonly settings: AskSettings;
  /** Today here, for "last year" in a question; without it only dates with a year are understood. */
  readonly today?: () => CalendarDate;
  /** Who "I" and "we" are, for the chat model. */
  readonly household?: string;
  /** What is learned of the chat model from answer to answer; without it each one begins anew. */
  readonly calibration?: Calibration;
  /** A word that no document can guess, for one prompt. Default: random. */
  readonly createNonce?: () => string;
}
