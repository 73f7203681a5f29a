import { isKnownError, type KnownError } from '../errors.ts';
import type { EmbeddingRecipe } from '../model.ts';
import type { CallOptions, PassageIndex } from '../ports.ts';
import { readCursorFile } from '../sync/cursor-file.ts';
import { type IndexStatus, readStatus } from '../sync/read-status.ts';
import { attempt, type Outcome } from './attempt.ts';

export interface IndexFacts {
  /** What the live generation was embedded with; the value is undefined when nothing is live or nothing embedded. */
  readonly embedding: Outcome<EmbeddingRecipe | undefined>;
  readonly cursorProblem: KnownError | undefined;
  /** Undefined when index or cursor can't be read. */
  readonly status: IndexStatus | undefined;
}

export async function surveyIndex(
  { index, stateDir, nowMs }: { readonly index: PassageIndex; readonly stateDir: string; readonly nowMs: number },
  options: CallOptions,
): Promise<IndexFacts> {
  const embedding = await attempt('index', options, async (inTime) => {
    const reader = await index.reader(inTime);
    // Opening a file proves little; counting reads it.
    await reader?.stats(inTime);
    return reader?.generation.recipe.embedding;
  });
  const cursorProblem = findCursorProblem(stateDir);
  if (embedding.error !== undefined || cursorProblem !== undefined) {
    return { embedding, cursorProblem, status: undefined };
  }
  const status = await attempt('index', options, (inTime) => readStatus({ index, stateDir, nowMs }, inTime));
  if (status.error !== undefined) return { embedding: status, cursorProblem, status: undefined };
  return { embedding, cursorProblem, status: status.value };
}

function findCursorProblem(stateDir: string): KnownError | undefined {
  try {
    readCursorFile(stateDir);
    return undefined;
  } catch (error) {
    if (isKnownError(error)) return error;
    throw error;
  }
}
