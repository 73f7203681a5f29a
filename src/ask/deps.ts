import type { Log } from '../log.ts';
import type { Archive, ChatModel, Embedder, PassageIndex } from '../ports.ts';

/** How many passages make an answer, and how the dense leg joins. */
export interface AskSettings {
  /** Passages per answer without a filter. */
  readonly topK: number;
  /** Passages per answer with any filter: a narrowed pool is relevant already, so recall counts. */
  readonly topKScoped: number;
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
}
