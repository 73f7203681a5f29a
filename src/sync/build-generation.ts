import { StorageError } from '../errors.ts';
import type { Generation, Id, Recipe } from '../model.ts';
import { createPass, type Run } from './create-pass.ts';
import { createDryWriter } from './dry-run.ts';
import { followMark } from './follow-mark.ts';
import type { Pass, PassWriter } from './pass.ts';
import { isMassRemoval } from './plan-removals.ts';
import { runPass } from './run-pass.ts';
import { createGenerationState } from './sync-state.ts';

/** While a build runs for hours, documents change: it is done again over what changed, but not for ever. */
const MAX_ROUNDS = 3;

export interface Build {
  /** An interrupted build to go on with. */
  readonly resumed: Generation | undefined;
  readonly recipe: Recipe;
  readonly live: Pass | undefined;
  /** What the live generation was made with. */
  readonly former: Recipe | undefined;
  /** Lets the live generation catch up now and then. */
  readonly pause: () => Promise<void>;
}

/**
 * Fills a generation beside the live one, and publishes it when it is complete. True when it went live. An interrupted
 * build that turns out to be damaged is begun again.
 */
export async function buildGeneration(run: Run, build: Build): Promise<boolean> {
  const { resumed } = build;
  try {
    return await buildOnce(run, build);
  } catch (error) {
    if (resumed === undefined || !(error instanceof StorageError) || !error.isDamage) throw error;
    const { index, log } = run.deps;
    log.warn({ generation: resumed.id, problem: error.message }, 'the new index is begun again');
    await index.discard(resumed.id, { signal: run.request.signal });
    return buildOnce(run, { ...build, resumed: undefined });
  }
}

async function buildOnce(run: Run, build: Build): Promise<boolean> {
  const { deps, request, state, tally, budget } = run;
  const { signal } = request;
  const isDry = request.isDryRun === true;
  const generation = isDry ? undefined : (build.resumed ?? (await begin(run, build)));
  state.building ??= createGenerationState(generation?.id ?? 'dry-run');
  const generationState = state.building;
  const target = generation ? await deps.index.writer(generation.id, { signal }) : createDryWriter(undefined);
  const writer = await followMark(target, generationState, deps.log, { signal });
  const embedder = isDry ? undefined : deps.embedder;
  const pass = createPass(run, {
    writer,
    generationState,
    embedder,
    isBuild: true,
    blocked: undefined,
    pause: build.pause,
  });
  // Nothing written means nothing known: a second round would find the same again.
  const isComplete = isDry ? await runPass(pass) : await runRounds(pass);
  // A first build that was limited on purpose is for looking at; anything else has to be complete.
  const isTrial = build.live === undefined && budget.left <= 0;
  if (generation === undefined || tally.refused !== undefined || !(isComplete || isTrial)) return false;
  signal.throwIfAborted();
  await writer.finish({ signal });
  if (build.live !== undefined && !(await mayReplace(pass, build.live.writer))) return false;
  await deps.index.publish(generation.id);
  state.live = generationState;
  state.building = undefined;
  return true;
}

async function begin({ deps, request: { signal }, state }: Run, build: Build): Promise<Generation> {
  const { recipe } = build;
  refuseWithoutSpace(await estimateBytes(build, signal), await deps.freeBytes());
  const generation = await deps.index.begin(recipe, { signal });
  state.building = createGenerationState(generation.id);
  return generation;
}

/** Room for the new index: what the live one takes and longer embeddings add, and a fifth for the journal. */
async function estimateBytes({ live, former, recipe }: Build, signal: AbortSignal): Promise<number | undefined> {
  const { bytes, passages = 0 } = (await live?.writer.stats({ signal })) ?? {};
  if (bytes === undefined) return undefined;
  const added = Math.max(0, (recipe.embedding?.dimensions ?? 0) - (former?.embedding?.dimensions ?? 0));
  return (bytes + passages * added * Float32Array.BYTES_PER_ELEMENT) * 1.2;
}

function refuseWithoutSpace(neededBytes: number | undefined, freeBytes: number | undefined): void {
  if (neededBytes === undefined || freeBytes === undefined || freeBytes >= neededBytes) return;
  const toMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;
  throw new StorageError(
    `A second index needs about ${toMegabytes(neededBytes)} beside the live one, but only ${toMegabytes(freeBytes)} are free. Free some space and run this again.`,
  );
}

async function runRounds(pass: Pass): Promise<boolean> {
  for (let round = 1; ; round += 1) {
    const before = pass.tally.embedded;
    const isComplete = await runPass(pass);
    if (!isComplete || round === MAX_ROUNDS || pass.tally.embedded === before) return isComplete;
  }
}

/** A new generation without most of the documents would be a mass removal by the back door. */
async function mayReplace(pass: Pass, live: PassWriter): Promise<boolean> {
  const { exclusion, generationState, allowMassRemoval, signal, tally, log } = pass;
  const built = await readIds(pass.writer, signal);
  const indexed = await readIds(live, signal);
  const isAccountedFor = (id: Id) => built.has(id) || exclusion.documents.has(id) || generationState.failed.has(id);
  const vanished = [...indexed].filter((id) => !isAccountedFor(id)).length;
  if (!isMassRemoval({ vanished, indexed: indexed.size, allowMassRemoval })) return true;
  tally.refused = { reason: 'mass_removal', removals: vanished, documents: indexed.size };
  log.warn({ ...tally.refused }, 'the new index was not published');
  return false;
}

async function readIds(writer: PassWriter, signal: AbortSignal): Promise<Set<Id>> {
  const ids = new Set<Id>();
  for await (const { id } of writer.documents({ signal })) ids.add(id);
  return ids;
}
