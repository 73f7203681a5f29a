import { listUnmeasured } from './bars.ts';
import type { Row } from './figure.ts';

/** How many bars were met, what missed one, and, by id, the bars that nothing was measured for. */
export function summarize(rows: readonly Row[]): string {
  const judged = rows.filter(({ isMet }) => isMet !== undefined);
  const missed = Map.groupBy(
    judged.filter(({ isMet }) => !isMet),
    ({ what }) => what,
  );
  const metCount = judged.filter(({ isMet }) => isMet).length;
  const unmeasured = listUnmeasured(rows);
  return [
    `${metCount} of ${judged.length} bars were met.`,
    ...(missed.size > 0 ? [`Missed: ${[...missed].map(toName).join('; ')}.`] : []),
    ...(unmeasured.length > 0 ? [`Not measured: ${unmeasured.join(', ')}.`] : []),
  ].join(' ');
}

function toName([what, rows]: [string, readonly Row[]]): string {
  const sizes = rows.flatMap(({ passages }) => passages?.toLocaleString('en') ?? []);
  return sizes.length === 0 ? what : `${what} (with ${sizes.join(' and ')} passages)`;
}
