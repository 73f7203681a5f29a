import { FULL, type Sizes } from '../sizes.ts';
import { toRow } from './bars.ts';
import type { Figure, Row } from './figure.ts';

/**
 * The figures of one run, judged by their bars. Those of searching and of docs-search-mcp are not where the library or the
 * folder was smaller than the bars are about: there, what costs the same at any size is nearly all of it.
 */
export function toRows(figures: readonly Figure[], sizes: Sizes): Row[] {
  const trials = [
    ...(Math.min(...sizes.passages) < Math.min(...FULL.passages) ? ['search'] : []),
    ...(sizes.files < FULL.files ? ['docs'] : []),
  ];
  return figures.map((figure) => {
    const { isMet, ...row } = toRow(figure);
    const [part = ''] = figure.id.split('.');
    return isMet === undefined || trials.includes(part) ? row : { ...row, isMet };
  });
}
