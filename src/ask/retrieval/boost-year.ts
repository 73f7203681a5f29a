import type { CalendarDate } from '../../model.ts';
import type { CallOptions } from '../../ports.ts';
import { findAskedPeriod } from '../find-asked-period.ts';
import type { SearchSpace } from '../space.ts';
import type { Candidate } from './rank.ts';

/**
 * What a title with the year of the question is worth: the bill for 2022 is dated 2023, and names both. Of 46 questions that
 * name a period (10 of the sample library, 36 of the form "word year" about it), 42 had their document first without,
 * 46 with 1.05, 44 with 1.02 or 1.1, 43 with 1.3; with the document's date counting like its title 43 at the most.
 */
const BOOST = 1.05;
/** Further down there is nothing that a small boost could bring to the front. */
const MOST = 24;

/**
 * Moves candidates up a little whose document's title names the one year that a question is about, whether it was written
 * out or as "last year". Only past those that are ahead by their score: what is ahead for an identifier stays there.
 */
export async function boostYear(
  candidates: readonly Candidate[],
  question: string,
  today: CalendarDate | undefined,
  { reader, scope }: Pick<SearchSpace, 'reader' | 'scope'>,
  options: CallOptions,
): Promise<readonly Candidate[]> {
  const { from, to } = findAskedPeriod(question, today) ?? {};
  const year = from?.slice(0, 4);
  if (year === undefined || year !== to?.slice(0, 4)) return candidates;
  const ids = candidates.slice(0, MOST).map(({ id }) => id);
  const names = new RegExp(`(?<![0-9])${year}(?![0-9])`);
  const passages = await reader.read(ids, scope, options);
  const named = new Set(passages.filter(({ title }) => names.test(title)).map(({ id }) => id));
  return candidates.reduce<Candidate[]>((ranked, candidate) => {
    const isBehind = (other: Candidate | undefined) =>
      other !== undefined &&
      !named.has(other.id) &&
      other.score >= candidate.score &&
      other.score < candidate.score * BOOST;
    let at = ranked.length;
    if (named.has(candidate.id)) while (isBehind(ranked[at - 1])) at -= 1;
    ranked.splice(at, 0, candidate);
    return ranked;
  }, []);
}
