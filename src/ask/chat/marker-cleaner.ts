import type { ReplyCleaner } from './reply-cleaner.ts';

/** What the model writes when the sources don't hold the answer. Never shown. */
export const NOT_IN_SOURCES = 'NOT_IN_SOURCES';

const GAP = '(?:\\\\?_| )';
const WRAPPER = '[\\[(*`"_]{0,3}';
const MARKER = new RegExp(`${WRAPPER}NOT${GAP}IN${GAP}SOURCES`);
/** The same cut off anywhere, at the end of a text. */
const BEGINNING = new RegExp(
  `${WRAPPER}(?:${nest(['N', 'O', 'T', '(?:\\\\?_?| )', 'I', 'N', '(?:\\\\?_?| )', 'S', 'O', 'U', 'R', 'C', 'E'])})?$`,
);

export interface MarkerCleaner extends ReplyCleaner {
  /** True once the marker was there: nothing is passed on from then. */
  readonly isFound: () => boolean;
}

/** Recognises the marker, also as Markdown dresses it and split over pieces, and ends the text before it. */
export function createMarkerCleaner(): MarkerCleaner {
  let held = '';
  let isFound = false;
  return {
    isFound: () => isFound,
    push(piece) {
      if (isFound) return '';
      held += piece;
      const marker = MARKER.exec(held);
      isFound = marker !== null;
      const free = marker?.index ?? BEGINNING.exec(held)?.index ?? held.length;
      const out = held.slice(0, free);
      held = held.slice(free);
      return out;
    },
    end: () => (isFound ? '' : held),
  };
}

/** A pattern for every beginning of a sequence. */
function nest(parts: readonly string[]): string {
  return parts.reduceRight((inner, part) => (inner === '' ? part : `${part}(?:${inner})?`), '');
}
