import fc from 'fast-check';
import type { TextFilter } from '../../src/ask/text-filter.ts';

/** Everything a filter lets through of some pieces. */
export function readFiltered(filter: TextFilter, pieces: readonly string[]): string {
  return pieces.map((piece) => filter.push(piece)).join('') + filter.end();
}

/** A text in pieces, cut anywhere. */
export function cutText(text: string): fc.Arbitrary<string[]> {
  return fc.uniqueArray(fc.nat(text.length), { maxLength: text.length }).map((cuts) => {
    const ends = [...cuts.toSorted((a, b) => a - b), text.length];
    return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
  });
}
