import type { Source } from '../model.ts';
import type { CallOptions } from '../ports.ts';
import type { AskDeps } from './deps.ts';
import type { Question } from './question.ts';
import { joinReasons } from './reasons.ts';
import { checkHits } from './retrieval/check-hits.ts';
import { retrieveCandidates, type SearchMode } from './retrieval/retrieve.ts';
import { toSearchText } from './retrieval/search-text.ts';
import { settleCandidates } from './retrieval/settle-candidates.ts';
import { chooseTopK, openSpace } from './space.ts';
import { toSources } from './to-sources.ts';

export interface FoundPassages {
  /** Best first, numbered from 1; neighbours are not joined. Empty when nothing is found. */
  readonly hits: readonly Source[];
  readonly mode: SearchMode;
  /** Why this is less than it could be, in words for people. */
  readonly degraded?: string;
}

/**
 * The best passages for a question, under the rules of an answer (scope, filters, still there), without an answer: at
 * most `limit`, by default as many as an answer takes. Throws `UsageError` (filters), `SignInError`, `UnavailableError`; rejects with an `AbortError` on abort.
 */
export async function findPassages(
  question: Question,
  limit: number | undefined,
  deps: Omit<AskDeps, 'chatModel'>,
  options: CallOptions = {},
): Promise<FoundPassages> {
  const space = await openSpace(question, deps, options);
  const [retrieval, names] = await Promise.all([
    retrieveCandidates(toSearchText(question), space, deps, options),
    space.readNames(),
  ]);
  const candidates = await settleCandidates(retrieval, deps.today?.(), space, options);
  const k = limit ?? chooseTopK(space, deps);
  const { hits, ...check } = await checkHits(candidates, k, space, question.asker, deps, options);
  const degraded = joinReasons(retrieval.degraded, check.degraded);
  const { terms, mode } = retrieval;
  return { hits: toSources(hits, names, terms, deps), mode, ...(degraded !== undefined && { degraded }) };
}
