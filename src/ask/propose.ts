import type { CalendarDate, FilterRequest, Id, Names, ProposedFilter } from '../model.ts';
import type { Period } from '../text/dates-in-question.ts';
import { fold } from '../text/fold.ts';
import { findAskedPeriod } from './find-asked-period.ts';

/** Shorter names are words of every question by chance. */
const LEAST_NAME_CHARS = 3;
/** No name that a database keeps holds it. */
const BETWEEN = '\0';
const NO_WORD = /[^\p{L}\p{M}\p{N}\0]+/gu;

/**
 * Filters that a question hints at: the days it names, and correspondents it names in full (case and accents aside).
 * Only offered: the bill for 2023 is dated January 2024. What is filtered already is not offered again, nor a name that
 * several bear, or that is a part of another one named.
 */
export function proposeFilters(
  question: string,
  filters: FilterRequest,
  correspondents: Names['correspondent'],
  today: CalendarDate | undefined,
): ProposedFilter[] {
  const period = (filters.created_from ?? filters.created_to) ? undefined : findAskedPeriod(question, today);
  const names = filters.correspondent === undefined ? findNames(question, correspondents) : [];
  return [
    ...names.map((name): ProposedFilter => ({ filter: { correspondent: name }, text: name })),
    ...(period === undefined ? [] : [{ filter: toFilter(period), text: toText(period) }]),
  ];
}

function findNames(question: string, correspondents: ReadonlyMap<Id, string>): string[] {
  const names = [...correspondents.values()].filter(
    (name) => name.trim().length >= LEAST_NAME_CHARS && !name.includes(BETWEEN),
  );
  const [asked = '', ...words] = toWords([question.replaceAll(BETWEEN, ' '), ...names]);
  const named = names
    .map((name, index) => ({ name, words: words[index] ?? '' }))
    .filter(({ words }) => asked.includes(words) && words.trim() !== '');
  return named
    .filter(({ words }) => named.every((other) => other.words === words || !other.words.includes(words)))
    .filter(({ words }) => named.filter((other) => other.words === words).length === 1)
    .map(({ name }) => name);
}

/** The words of each text between single blanks, one before and one behind. */
function toWords(texts: readonly string[]): string[] {
  // All at once: a library has hundreds of correspondents, and folding each takes five times as long.
  return fold(texts.join(BETWEEN))
    .replace(NO_WORD, ' ')
    .split(BETWEEN)
    .map((words) => ` ${words.trim()} `);
}

function toFilter({ from, to }: Period): FilterRequest {
  return { ...(from !== undefined && { created_from: from }), ...(to !== undefined && { created_to: to }) };
}

function toText({ from, to }: Period): string {
  if (from === undefined) return `dated until ${to}`;
  if (to === undefined) return `dated since ${from}`;
  if (from === to) return `dated ${from}`;
  const year = from.slice(0, 4);
  return from === `${year}-01-01` && to === `${year}-12-31` ? `dated ${year}` : `dated ${from} to ${to}`;
}
