// Below the combining marks, only CR LF is a character of more than one code unit.
const FIRST_COMBINING = 0x300;

/**
 * Finds the last border between characters as people see them (graphemes) at or before `at`. `from` is such a border
 * before `at`; it is returned when there is none between.
 */
export type SnapToGrapheme = (from: number, at: number) => number;

/**
 * Looks only at `from`..`at`: segmenting whole texts costs more than indexing them, and a long row of flags or
 * combining marks makes `containing()` walk back to its beginning. Most cuts need no segmenter at all.
 */
export function createGraphemeSnapper(text: string): SnapToGrapheme {
  let segmenter: Intl.Segmenter | undefined;
  return (from, at) => {
    if (at <= from || at >= text.length) return Math.max(from, Math.min(at, text.length));
    const before = text.charCodeAt(at - 1);
    const after = text.charCodeAt(at);
    if (before < FIRST_COMBINING && after < FIRST_COMBINING) return before === 13 && after === 10 ? at - 1 : at;
    segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
    // Whether `at` is a border depends on what precedes it and on the one code point behind it.
    const segment = segmenter.segment(text.slice(from, at + 2)).containing(at - from);
    return from + (segment?.index ?? at - from);
  };
}

/** The last border between code points at or before `at`. */
export function snapToCodePoint(text: string, at: number): number {
  const isLow = /[\udc00-\udfff]/.test(text.charAt(at));
  return isLow && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;
}
