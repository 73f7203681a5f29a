import { analyzeQuery } from '../../text/analyze.ts';
import { fold } from '../../text/fold.ts';
import type { Question } from '../question.ts';

const YEAR = /\b(?:19|20)\d\d\b/g;
const YEAR_AFTER = /\b(year after|next year|following year|jahr danach|jahr darauf|folgejahr|nachsten jahr)\b/;
const YEAR_BEFORE = /\b(year before|previous year|prior year|preceding year|jahr davor|jahr zuvor|vorjahr)\b/;

/** Both years are asked about. */
const COMPARES = /\b(compar\w*|versus|vs|than|vergl\w*|gegenuber|als)\b/;

/** A question with fewer content words says too little without the one before it. */
const ENOUGH_WORDS = 3;

/**
 * What is searched for. A follow-up gets the previous question in front, which holds what its "it" and "then" mean
 * (and where that one is a bare follow-up too, the one before it); "the year after" moves the years of that question,
 * and a year of its own takes their place.
 */
export function toSearchText(question: Pick<Question, 'q' | 'history'>): string {
  const earlier = (question.history ?? []).map(({ q }) => q);
  const start = earlier.findLastIndex((q) => analyzeQuery(q).words.length >= ENOUGH_WORDS);
  const [first = question.q, ...rest] = earlier.slice(start === -1 ? -1 : start);
  return rest
    .concat(earlier.length === 0 ? [] : question.q)
    .reduce((text, next) => `${moveYears(text, next)}\n${next}`, first);
}

function moveYears(text: string, followUp: string): string {
  const folded = fold(followUp);
  const step = YEAR_AFTER.test(folded) ? 1 : YEAR_BEFORE.test(folded) ? -1 : 0;
  const own = [...new Set(folded.match(YEAR))];
  if (COMPARES.test(folded)) return text;
  if (own.length > 1) return text.replace(YEAR, '');
  return text.replace(YEAR, (year) => String(Number(own[0] ?? year) + step));
}
