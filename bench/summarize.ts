import { listUnmeasured } from './bars.ts';
import type { Row } from './figure.ts';

/** How many bars were met, and by name those that were missed and those that nothing was measured for. */
export function summarize(rows: readonly Row[]): string {
  const judged = rows.filter(({ isMet }) => isMet !== undefined);
  const missed = judged.filter(({ isMet }) => !isMet);
  const unmeasured = listUnmeasured(rows);
  return [
    `${judged.length - missed.length} of ${judged.length} bars were met.`,
    ...(missed.length > 0 ? [`Missed: ${missed.map(toName).join(', ')}.`] : []),
    ...(unmeasured.length > 0 ? [`Not measured: ${unmeasured.join(', ')}.`] : []),
  ].join(' ');
}

function toName({ id, passages }: Row): string {
  return passages === undefined ? id : `${id} (${passages.toLocaleString('en')} passages)`;
}
