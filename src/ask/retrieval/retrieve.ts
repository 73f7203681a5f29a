import type { CallOptions, PassageReader, SearchOptions } from '../../ports.ts';
import { analyzeQuery } from '../../text/analyze.ts';
import type { AskDeps } from '../deps.ts';
import type { SearchSpace } from '../space.ts';
import { listParts, type QuestionTerms, readTerms } from '../terms.ts';
import { searchDense } from './dense.ts';
import { type Candidate, rankCandidates } from './rank.ts';

/** Rows taken of each leg. */
const DEPTH = 50;
/** Cosine similarities: weak hints, they only drop what no lexical leg supports. */
const SCORE_FLOOR = 0.25;
const SCORE_FLOOR_SCOPED = 0.3;

export type SearchMode = 'dense+lexical' | 'lexical';

export interface Retrieval {
  /** Everything any leg found, best first: not yet checked, not yet cut. */
  readonly candidates: readonly Candidate[];
  readonly terms: QuestionTerms;
  readonly mode: SearchMode;
  /** Why a configured dense leg was left out, in words for people. */
  readonly degraded?: string;
}

/** Searches for `text` with every leg there is, all under the same filter and scope. Finding nothing is not an error. */
export async function retrieveCandidates(
  text: string,
  space: SearchSpace,
  deps: Pick<AskDeps, 'embedder' | 'log' | 'settings'>,
  options: CallOptions,
): Promise<Retrieval> {
  const { reader } = space;
  const search: SearchOptions = { ...options, filter: space.filter, scope: space.scope };
  const [{ rows, degraded }, parts, { terms, ...legs }] = await Promise.all([
    searchDense(text, DEPTH, reader, deps, search),
    reader.partsTop(listParts(analyzeQuery(text)), DEPTH, search),
    searchWords(text, reader, search, options),
  ]);
  const { dense = 'slots', scoreFloor = SCORE_FLOOR, scoreFloorScoped = SCORE_FLOOR_SCOPED } = deps.settings;
  const floor = space.isFiltered ? scoreFloorScoped : scoreFloor;
  return {
    candidates: rankCandidates({ ...legs, parts, dense: rows ?? [] }, { dense, floor }),
    terms,
    mode: rows === undefined ? 'lexical' : 'dense+lexical',
    ...(degraded !== undefined && { degraded }),
  };
}

/** The legs of whole words, for which they are looked up first. */
async function searchWords(text: string, reader: PassageReader, search: SearchOptions, options: CallOptions) {
  const terms = await readTerms(text, reader, options);
  const { identifiers } = terms.query;
  const [stems, exact] = await Promise.all([
    reader.stemsTop(toStemQuery(terms), DEPTH, search),
    identifiers.length === 0 ? [] : reader.stemsTop(identifiers, DEPTH, search),
  ]);
  return { terms, stems, exact };
}

function toStemQuery(terms: QuestionTerms): string[] {
  return [
    ...new Set([...terms.words.flatMap(({ stems, guesses }) => [...stems, ...guesses]), ...terms.query.identifiers]),
  ];
}
