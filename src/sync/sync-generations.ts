import { IndexMismatchError, isAbort, isKnownError, StorageError } from '../errors.ts';
import type { Generation, Recipe } from '../model.ts';
import { buildGeneration } from './build-generation.ts';
import { chooseLiveEmbedder } from './choose-live-embedder.ts';
import { createPass, type Run } from './create-pass.ts';
import { createDryWriter } from './dry-run.ts';
import { findUnknownTags, resolveExclusion, toExcluded } from './exclusion.ts';
import { followMark } from './follow-mark.ts';
import { createTally, type Pass, type Tally } from './pass.ts';
import { planGenerations } from './plan-generations.ts';
import { runPass } from './run-pass.ts';
import type { SyncDeps, SyncRequest } from './sync-deps.ts';
import { createGenerationState, type GenerationState, type SyncState } from './sync-state.ts';

/** How often the live generation catches up while another one is being built. */
const CATCH_UP_MS = 15 * 60_000;

/**
 * Brings the live generation in step, then begins, goes on with, or publishes a build where one is wanted.
 * `isComplete`: what people search in now is in step with the source.
 */
export async function syncGenerations(
  deps: SyncDeps,
  request: SyncRequest,
  state: SyncState,
  tally: Tally,
  save: () => void,
): Promise<{ readonly isComplete: boolean; readonly published: boolean; readonly unknownTags: readonly string[] }> {
  const { index, source, now } = deps;
  const { signal } = request;
  const names = await source.names({ signal });
  const { recipe, error } = await readRecipe(deps, signal);
  const plan = planGenerations(await index.generations({ signal }), recipe, request.mode === 'full');
  if (plan.live === undefined && error !== undefined) throw error;
  if (request.isDryRun !== true) for (const id of plan.discard) await index.discard(id, { signal });
  const resumed = plan.build === 'begin' ? undefined : plan.build;
  keepCursors(state, plan.live, resumed, deps);
  const exclusion = resolveExclusion(names, deps.excludeTags, state.excluded);
  const unknownTags = findUnknownTags(names, deps.excludeTags);
  if (unknownTags.length > 0)
    deps.log.warn({ unknown_tags: unknownTags.length }, 'RAG_EXCLUDE_TAGS names tags that do not exist');
  const budget = { left: request.limit ?? Number.POSITIVE_INFINITY };
  const run: Run = { deps, request, state, tally, save, names, exclusion, budget };

  // What a build does is what is told: the live generation's catching up would count the same documents again.
  const liveTally = plan.build === undefined ? tally : { ...createTally(), failed: tally.failed };
  const { live, isFollowed } = await followLive({ ...run, tally: liveTally }, plan.live, recipe, error);
  let isComplete = isFollowed;
  let published = false;
  if (plan.build !== undefined && recipe !== undefined) {
    const catchUp = live && { ...live, isReconcile: false };
    let caughtUpMs = now();
    const pause = async () => {
      if (catchUp === undefined || now() - caughtUpMs < CATCH_UP_MS) return;
      await runPass(catchUp);
      caughtUpMs = now();
    };
    published = await buildGeneration(run, { resumed, recipe, live, former: plan.live?.recipe, pause });
    isComplete ||= published && budget.left > 0;
    if (!published) tally.refused ??= liveTally.refused;
  }
  if (error !== undefined) throw error;
  if (live?.blocked !== undefined && live.blocked !== 'recipe') throw live.blocked.error;
  // A build that is not done yet may still hold documents that are excluded since.
  const isFollowedByAll = isComplete && (plan.build === undefined || published);
  if (isFollowedByAll) state.excluded = toExcluded(exclusion);
  return { isComplete, published, unknownTags };
}

/** Undefined when the embedding service can't be asked, with its error. */
async function readRecipe(
  { embedder, recipe }: SyncDeps,
  signal: AbortSignal,
): Promise<{ readonly recipe: Recipe | undefined; readonly error?: Error }> {
  if (embedder === undefined) return { recipe: { ...recipe, embedding: undefined } };
  try {
    return { recipe: { ...recipe, embedding: await embedder.recipe({ signal }) } };
  } catch (error) {
    if (isAbort(error) || !isKnownError(error)) throw error;
    return { recipe: undefined, error };
  }
}

/** Keeps the cursors that belong to a generation there is; a cursor of another one is not believed. */
function keepCursors(
  state: SyncState,
  live: Generation | undefined,
  building: Generation | undefined,
  { log }: SyncDeps,
): void {
  const known = [state.live, state.building];
  const find = (generation: Generation | undefined): GenerationState | undefined =>
    generation &&
    (known.find((generationState) => generationState?.generation === generation.id) ??
      createGenerationState(generation.id));
  const found = find(live);
  if (found !== undefined && !known.includes(found)) {
    log.warn({ generation: found.generation }, 'no cursor for the live index: comparing everything from the beginning');
  }
  state.live = found;
  state.building = find(building);
}

/** Brings the live generation in step. `isFollowed`: nothing was left over or behind. */
async function followLive(
  run: Run,
  generation: Generation | undefined,
  recipe: Recipe | undefined,
  error: Error | undefined,
): Promise<{ readonly live: Pass | undefined; readonly isFollowed: boolean }> {
  if (generation === undefined) return { live: undefined, isFollowed: false };
  const { request, deps } = run;
  try {
    const live = await createLivePass(run, generation, recipe, error);
    const isFollowed = await runPass(live);
    request.signal.throwIfAborted();
    await live.writer.finish({ signal: request.signal });
    return { live, isFollowed: isFollowed && !live.hasPostponed };
  } catch (problem) {
    // A build is the way out of a damaged index, and of one that only the program before an upgrade could read.
    const isDamaged = request.mode === 'full' && problem instanceof StorageError;
    const isOlder = generation.recipe.schema !== deps.recipe.schema && problem instanceof IndexMismatchError;
    if (!isDamaged && !isOlder) throw problem;
    deps.log.warn({ generation: generation.id, problem: problem.message }, 'the live index cannot be followed');
    return { live: undefined, isFollowed: false };
  }
}

async function createLivePass(
  run: Run,
  live: Generation,
  recipe: Recipe | undefined,
  error: Error | undefined,
): Promise<Pass> {
  const { deps, request, state } = run;
  const { signal } = request;
  const isDry = request.isDryRun === true;
  const { embedder, isMakeable } = await chooseLiveEmbedder(deps, live.recipe, recipe, signal);
  const generationState = state.live ?? createGenerationState(live.id);
  const writer = isDry
    ? createDryWriter(await deps.index.reader({ signal }))
    : await deps.index.writer(live.id, { signal });
  return createPass(run, {
    writer: await followMark(writer, generationState, deps.log, { signal }),
    generationState,
    embedder: isDry ? undefined : embedder,
    isBuild: false,
    blocked: isMakeable ? undefined : error === undefined ? 'recipe' : { error },
    pause: async () => {},
  });
}
