/**
 * The light Spanish stemmer (J. Savoy, "Light Stemming Approaches for the French, Portuguese, German and Hungarian
 * Languages", SAC 2006, and its Spanish companion): plural and gender only. Takes a folded word.
 */
export function stemSpanish(word: string): string {
  if (word.length < 5) return word;
  if (/[aeo]$/.test(word)) return word.slice(0, -1);
  if (word.endsWith('eses')) return word.slice(0, -2);
  if (word.endsWith('ces')) return `${word.slice(0, -3)}z`;
  if (/[aeo]s$/.test(word)) return word.slice(0, -2);
  return word;
}
