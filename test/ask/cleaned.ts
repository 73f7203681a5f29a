import fc from 'fast-check';
import type { ReplyCleaner } from '../../src/ask/chat/reply-cleaner.ts';

/** Everything a cleaner lets through of some pieces. */
export function readCleaned(cleaner: ReplyCleaner, pieces: readonly string[]): string {
  return pieces.map((piece) => cleaner.push(piece)).join('') + cleaner.end();
}

/** A text in pieces, cut anywhere. */
export function cutText(text: string): fc.Arbitrary<string[]> {
  return fc.uniqueArray(fc.nat(text.length), { maxLength: text.length }).map((cuts) => {
    const ends = [...cuts.toSorted((a, b) => a - b), text.length];
    return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
  });
}
