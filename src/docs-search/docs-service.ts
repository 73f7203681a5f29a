import { setTimeout as sleep } from 'node:timers/promises';
import { isAbort, isKnownError, readErrorName } from '../errors.ts';
import type { Log } from '../log.ts';
import type { EmbeddingRecipe } from '../model.ts';
import type { Embedder } from '../ports.ts';
import { raceAbort } from '../race-abort.ts';
import type { DocsService, SearchAnswer } from './create-tools.ts';
import { buildDenseIndex, type DenseIndex, type Known, rankByCosine } from './dense-index.ts';
import type { Skipped } from './document.ts';
import { readCache, writeCache } from './embedding-cache.ts';
import type { Library, Snapshot } from './library.ts';
import type { Listing } from './list-files.ts';
import { CANDIDATES, type DenseRanking, search } from './search.ts';

export interface DocsServiceOptions {
  readonly library: Library;
  /** Called at the start, and again after each failure: an embedder knows its model from its first look only. */
  readonly openEmbedder?: () => Embedder;
  /** Aborts when a question has waited for its embedding long enough. */
  readonly createDeadline?: () => AbortSignal;
  /** Where embeddings are kept from one start to the next. */
  readonly cacheFile?: string;
  /** How often the folder is looked at; undefined = only once. */
  readonly watchMs?: number;
  /** How long to leave a failing embedder alone. */
  readonly retryMs: number;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Told after the folder was read for the first time, and after each change. */
  readonly onRead: (snapshot: Snapshot, isFirst: boolean) => void;
  /** Told of every file that is not served, before `onRead`; again only when it was served or gone in between. */
  readonly onSkipped?: (file: Skipped) => void;
}

/** A model that is loaded first takes some seconds; clients give up after 60. */
const PATIENCE_MS = 15_000;

/** How much longer nothing is looked at than looking takes. */
const IDLE_SHARE = 20;

/** Reads the folder in the background, keeps up with it, and searches in what is there. */
export function createDocsService(
  options: DocsServiceOptions,
): DocsService & { run(listing?: Listing): Promise<void> } {
  const { library, openEmbedder, cacheFile, watchMs, retryMs, log, signal, onRead, onSkipped } = options;
  const { createDeadline = () => AbortSignal.timeout(PATIENCE_MS) } = options;
  let embedder = openEmbedder?.();
  const first = Promise.withResolvers<Snapshot>();
  first.promise.catch(() => {});
  let dense: DenseIndex | undefined;
  let trouble = embedder === undefined ? undefined : 'the embeddings are not ready yet';
  let told = new Set<string>();
  let known: (Known & { readonly recipe: EmbeddingRecipe }) | undefined;

  return { run, snapshot, search: find };

  /** Until the signal aborts; rejects when the folder can't be read at the start. `listing`: what is in it, if known. */
  async function run(listing?: Listing): Promise<void> {
    try {
      await library.refresh(listing);
    } catch (error) {
      first.reject(error);
      throw error;
    }
    const start = library.snapshot;
    if (start === undefined) return;
    first.resolve(start);
    tellSkipped(start);
    onRead(start, true);
    await Promise.all([watch(), embed()]);
  }

  async function snapshot(callSignal: AbortSignal): Promise<Snapshot> {
    const start = await raceAbort(first.promise, callSignal);
    return library.snapshot ?? start;
  }

  async function find(query: string, limit: number, callSignal: AbortSignal): Promise<SearchAnswer> {
    const now = await snapshot(callSignal);
    const ranking = await rank(now, query, callSignal);
    if (typeof ranking === 'object') return { results: search(now, query, limit, ranking), mode: 'hybrid' };
    const results = search(now, query, limit);
    return {
      results,
      mode: 'lexical',
      ...(ranking !== undefined && { warning: `Searched by words only: ${ranking}.` }),
    };
  }

  /** Undefined without an embedder; the reason when the one there is can't help now. */
  async function rank(
    now: Snapshot,
    query: string,
    callSignal: AbortSignal,
  ): Promise<DenseRanking | string | undefined> {
    if (trouble !== undefined || embedder === undefined) return trouble;
    // The folder has just changed and its new passages are being embedded.
    if (dense?.snapshot !== now) return 'the embeddings are not up to date yet';
    try {
      const patience = AbortSignal.any([callSignal, createDeadline()]);
      const embedding = await embedder.embedQuery(query, { signal: patience });
      if (embedding.length !== dense.dimensions) return setTrouble('the embedding model has changed');
      return rankByCosine(dense, embedding, CANDIDATES);
    } catch (error) {
      if (callSignal.aborted) throw error;
      return setTrouble('the embedding model does not answer');
    }
  }

  function setTrouble(reason: string): string {
    if (trouble === undefined) log.warn({ reason }, 'searching by words only; trying again in the background');
    trouble = reason;
    dense = undefined;
    embedder = undefined;
    return reason;
  }

  /** Keeps the dense index in step with the folder, and comes back after a failure. */
  async function embed(): Promise<void> {
    if (openEmbedder === undefined) return;
    let hasWarned = false;
    while (!signal.aborted) {
      const now = library.snapshot;
      try {
        if (now !== undefined && dense?.snapshot !== now) {
          embedder ??= openEmbedder();
          dense = await buildDenseIndex(now, embedder, await recall(embedder), signal);
          if (dense.changes > 0) remember();
          if (trouble !== undefined) log.info({ passages: now.passages }, 'searching by words and meaning');
          trouble = undefined;
          hasWarned = false;
        }
      } catch (error) {
        if (signal.aborted) return;
        trouble = 'the embedding model does not answer';
        embedder = undefined;
        if (!hasWarned)
          log.warn(
            { reason: isAbort(error) ? 'timeout' : toReason(error) },
            'no embeddings; trying again in the background',
          );
        hasWarned = true;
      }
      await rest(retryMs);
    }
  }

  async function recall(model: Embedder): Promise<Known> {
    const recipe = await model.recipe({ signal });
    if (known !== undefined && isSame(known.recipe, recipe)) return known;
    const cached = cacheFile === undefined ? new Map() : readCache(cacheFile, recipe);
    if (typeof cached === 'string') log.warn({ reason: cached }, 'the cache of embeddings is made anew');
    known = {
      recipe,
      embeddings: typeof cached === 'string' ? new Map() : cached,
      hashes: new WeakMap(),
      nonsense: [],
    };
    return known;
  }

  function remember(): void {
    if (cacheFile === undefined || known === undefined) return;
    try {
      writeCache(cacheFile, known.recipe, known.embeddings);
    } catch (error) {
      log.warn({ reason: toReason(error) }, 'the cache of embeddings could not be written');
    }
  }

  async function watch(): Promise<void> {
    if (watchMs === undefined) return;
    let tookMs = 0;
    while (!signal.aborted) {
      // A large folder, or one on a slow disk, is looked at less often.
      await rest(Math.max(watchMs, IDLE_SHARE * tookMs));
      if (signal.aborted) return;
      const started = performance.now();
      try {
        const isChanged = await library.refresh();
        const now = library.snapshot;
        if (now !== undefined) tellSkipped(now);
        if (now !== undefined && isChanged) onRead(now, false);
      } catch (error) {
        // What was read before is still served.
        if (!signal.aborted) log.warn({ reason: toReason(error) }, 'the folder could not be read again');
      }
      tookMs = performance.now() - started;
    }
  }

  function tellSkipped({ skipped }: Snapshot): void {
    const lines = new Set(skipped.map(toSkippedLine));
    for (const file of skipped) if (!told.has(toSkippedLine(file))) onSkipped?.(file);
    told = lines;
  }

  async function rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  }
}

function isSame(a: EmbeddingRecipe, b: EmbeddingRecipe): boolean {
  return (
    a.model === b.model &&
    a.digest === b.digest &&
    a.documentPrefix === b.documentPrefix &&
    a.dimensions === b.dimensions
  );
}

/** Our own messages hold nothing of documents, and say what to do. */
function toReason(error: unknown): string {
  if (isKnownError(error)) return error.message;
  return readErrorName(error);
}

/** One line for people on stderr per file that isn't served. */
export function toSkippedLine({ id, reason }: Skipped): string {
  return `skipped ${JSON.stringify(id)}: ${reason}`;
}
