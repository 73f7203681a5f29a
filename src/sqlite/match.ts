/** Everything the tokenizer of `stems` leaves whole: see the analyzer for what terms are made of. */
const TERM = /^[#a-z0-9\u0080-\u{10ffff}]+$/u;

/** True for what could be a term; anything else occurs nowhere. */
export function isTerm(text: string): boolean {
  return TERM.test(text);
}

/** A full-text expression for any of `terms`, or undefined when nothing can match. */
export function matchTerms(terms: readonly string[]): string | undefined {
  return matchAny(terms.filter(isTerm));
}

/** A full-text expression for `part` as a substring, or undefined when nothing can match: it is shorter than a trigram. */
export function matchPart(part: string): string | undefined {
  // A NUL would end the expression early, inside of its quotes; no indexed text holds one.
  return matchAny([part].filter((text) => [...text].length >= 3 && !text.includes('\0')));
}

/** Every string is quoted, so that nothing in it is read as query syntax. */
function matchAny(strings: readonly string[]): string | undefined {
  if (strings.length === 0) return undefined;
  return [...new Set(strings)].map((string) => `"${string.replaceAll('"', '""')}"`).join(' OR ');
}
