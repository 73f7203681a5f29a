import type { CalendarDate } from '../../model.ts';
import type { CallOptions } from '../../ports.ts';
import type { SearchSpace } from '../space.ts';
import { boostYear } from './boost-year.ts';
import { dropHinted } from './drop-hinted.ts';
import type { Candidate } from './rank.ts';
import type { Retrieval } from './retrieve.ts';

/** What a search found as it may be cut: without what only a hidden name tells of, in the order that its texts suggest. */
export async function settleCandidates(
  { candidates, terms }: Pick<Retrieval, 'candidates' | 'terms'>,
  today: CalendarDate | undefined,
  space: SearchSpace,
  options: CallOptions,
): Promise<readonly Candidate[]> {
  const seen = await dropHinted(candidates, space, terms, options);
  return boostYear(seen, terms.text, today, space, options);
}
