import type { Hit } from '../../model.ts';
import type { Asker, CallOptions } from '../../ports.ts';
import type { AskDeps } from '../deps.ts';
import type { SearchSpace } from '../space.ts';
import { checkVisible } from '../visible.ts';
import type { Candidate } from './rank.ts';
import { selectCandidates } from './select.ts';

/** Spare candidates are checked too, so that vanished documents can be replaced without a second request. */
const SPARE = 2;

export interface CheckedHits {
  /** Documents within the filter; infinity without one. */
  readonly documents: number;
  /** Best first, at most `k`. */
  readonly hits: readonly Hit[];
  /** Why the documents could not be checked, in words for people. */
  readonly degraded?: string;
}

/** Cuts candidates to `k` passages of documents that still exist and may be seen, and reads them. */
export async function checkHits(
  candidates: readonly Candidate[],
  k: number,
  space: SearchSpace,
  asker: Asker,
  deps: Pick<AskDeps, 'archive' | 'log'>,
  options: CallOptions,
): Promise<CheckedHits> {
  const { reader, filter, scope } = space;
  // Without a filter there are documents enough, or too few passages for the limit to matter.
  const documents = space.isFiltered
    ? await reader.countDocuments({ ...options, filter, scope })
    : Number.POSITIVE_INFINITY;
  const likely = selectCandidates(candidates, k * SPARE, documents);
  const visible = await checkVisible([...new Set(likely.map(({ documentId }) => documentId))], asker, deps, options);
  const chosen = selectCandidates(
    likely.filter(({ documentId }) => visible.ids.has(documentId)),
    k,
    documents,
  );
  const passages = await reader.read(
    chosen.map(({ id }) => id),
    scope,
    options,
  );
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const hits = chosen.flatMap(({ id, score, legs }) => {
    const passage = byId.get(id);
    return passage === undefined ? [] : { passage, score, legs };
  });
  return { documents, hits, ...(visible.degraded !== undefined && { degraded: visible.degraded }) };
}
