/** Shorter texts aren't split any further: a model that finds them too long finds everything too long. */
const LEAST_CHARACTERS = 16;

/** Halves a text at the blank nearest to its middle, else in the middle. Undefined when it is too short for that. */
export function splitText(text: string): readonly [string, string] | undefined {
  const trimmed = text.trim();
  if (trimmed.length < LEAST_CHARACTERS) return undefined;
  const middle = Math.floor(trimmed.length / 2);
  const before = lastBlank(trimmed, middle);
  const after = trimmed.slice(middle).search(/\s/);
  const candidates = [before, after < 0 ? -1 : middle + after].filter((at) => at > 0);
  const nearest = candidates.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  const cut = nearest ?? (isLowSurrogate(trimmed.charCodeAt(middle)) ? middle + 1 : middle);
  return [trimmed.slice(0, cut).trim(), trimmed.slice(cut).trim()];
}

function lastBlank(text: string, end: number): number {
  for (let at = end; at > 0; at -= 1) if (/\s/.test(text.charAt(at))) return at;
  return -1;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
