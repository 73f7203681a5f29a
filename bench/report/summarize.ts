import { listUnmeasured } from './bars.ts';
import type { Row } from './figure.ts';

/** How many bars were met, what missed one, how many this run says nothing about, and, by id, those that nothing was measured for. */
export function summarize(rows: readonly Row[]): string {
  const judged = rows.filter(({ isMet }) => isMet !== undefined);
  const missed = Map.groupBy(
    judged.filter(({ isMet }) => !isMet),
    ({ what }) => what,
  );
  const metCount = judged.filter(({ isMet }) => isMet).length;
  const unjudged = rows.filter(({ bar, isMet }) => bar !== undefined && isMet === undefined).length;
  const unmeasured = listUnmeasured(rows);
  return [
    `${metCount} of ${judged.length} bars were met.`,
    ...(missed.size > 0 ? [`Missed: ${[...missed].map(toName).join('; ')}.`] : []),
    ...(unjudged > 0 ? [`${unjudged} are about larger sizes and were not judged.`] : []),
    ...(unmeasured.length > 0 ? [`Not measured: ${unmeasured.join(', ')}.`] : []),
  ].join(' ');
}

function toName([what, rows]: [string, readonly Row[]]): string {
  const sizes = rows.flatMap(({ passages }) => passages?.toLocaleString('en') ?? []);
  return sizes.length === 0 ? what : `${what} (with ${sizes.join(' and ')} passages)`;
}
