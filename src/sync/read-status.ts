import type { Generation, Recipe } from '../model.ts';
import type { CallOptions, PassageIndex } from '../ports.ts';
import { type RunRecord, readCursorFile } from './cursor-file.ts';
import { isSetAside } from './failures.ts';
import { type LockHolder, readLockHolder } from './lock.ts';
import { createState, type GenerationState } from './sync-state.ts';

/** How the index is doing; the fields as they leave the program. Absent = there is none. */
export interface IndexStatus {
  readonly live?: GenerationStatus & { readonly documents: number; readonly passages: number; readonly bytes?: number };
  /** A generation that is being built beside the live one. */
  readonly building?: GenerationStatus;
  readonly failed: number;
  /** Those of the failed documents that are not tried again by themselves. */
  readonly set_aside: number;
  /** Documents left out because of a tag. */
  readonly excluded: number;
  readonly last_success_at?: string;
  /** Seconds since then. */
  readonly age_s?: number;
  readonly runs: Readonly<Partial<Record<string, RunRecord>>>;
  /** The run that is at work right now. */
  readonly running?: LockHolder;
}

export interface GenerationStatus {
  readonly generation: string;
  readonly started_at: string;
  readonly recipe: RecipeStatus;
  readonly cursor?: string;
}

export interface RecipeStatus {
  readonly schema: number;
  readonly chunker: number;
  readonly analyzer: number;
  readonly embedding: { readonly model: string; readonly digest: string; readonly dimensions: number } | null;
}

/** Reads the state folder and the index; needs no source, takes no lock, changes nothing. `nowMs` since 1970. */
export async function readStatus(
  { index, stateDir, nowMs }: { readonly index: PassageIndex; readonly stateDir: string; readonly nowMs: number },
  options: CallOptions = {},
): Promise<IndexStatus> {
  const state = readCursorFile(stateDir) ?? createState();
  const generations = await index.generations(options);
  const reader = await index.reader(options);
  const building = generations.findLast((generation) => generation.state === 'building');
  const failed = [...(state.live?.failed.values() ?? []), ...(state.building?.failed.values() ?? [])];
  const { lastSuccessAt } = state;
  const running = readLockHolder(stateDir);
  const stats = await reader?.stats(options);
  return {
    ...(reader &&
      stats && {
        live: {
          ...describe(reader.generation, state.live),
          documents: stats.documents,
          passages: stats.passages,
          ...(stats.bytes !== undefined && { bytes: stats.bytes }),
        },
      }),
    ...(building && { building: describe(building, state.building) }),
    failed: new Set(failed.map(({ id }) => id)).size,
    set_aside: new Set(failed.filter(isSetAside).map(({ id }) => id)).size,
    excluded: state.excluded.documents.size,
    ...(lastSuccessAt !== undefined && {
      last_success_at: lastSuccessAt,
      age_s: Math.max(0, Math.round((nowMs - Date.parse(lastSuccessAt)) / 1_000)),
    }),
    runs: state.runs,
    ...(running && { running }),
  };
}

function describe(
  { id, startedAt, recipe }: Generation,
  generationState: GenerationState | undefined,
): GenerationStatus {
  const cursor = generationState?.generation === id ? generationState.cursor : undefined;
  return { generation: id, started_at: startedAt, recipe: toRecipeStatus(recipe), ...(cursor && { cursor }) };
}

function toRecipeStatus({ schema, chunker, analyzer, embedding }: Recipe): RecipeStatus {
  const { model = '', digest = '', dimensions = 0 } = embedding ?? {};
  return { schema, chunker, analyzer, embedding: embedding === undefined ? null : { model, digest, dimensions } };
}
