/** Everything the tokenizer of `stems` leaves whole: see the analyzer for what terms are made of. */
const TERM = /^[#a-z0-9\u0080-\u{10ffff}]+$/u;

/** True for what could be a term; anything else occurs nowhere. */
export function isTerm(text: string): boolean {
  return TERM.test(text);
}

/** A full-text expression for any of `terms`, or undefined when nothing can match. */
export function matchTerms(terms: readonly string[]): string | undefined {
  return join(terms.filter(isTerm), ' OR ');
}

/**
 * A full-text expression for all trigrams of `part`, in whatever order, or undefined when nothing can match: it is shorter
 * than one.
 */
export function matchPart(part: string): string | undefined {
  const characters = [...part];
  // A NUL would end the expression early, inside of its quotes; no indexed text holds one.
  if (part.includes('\0')) return undefined;
  return join(
    characters.slice(2).map((_, index) => characters.slice(index, index + 3).join('')),
    ' AND ',
  );
}

/** Every string is quoted, so that nothing in it is read as query syntax. */
function join(strings: readonly string[], operator: string): string | undefined {
  if (strings.length === 0) return undefined;
  return [...new Set(strings)].map((string) => `"${string.replaceAll('"', '""')}"`).join(operator);
}
