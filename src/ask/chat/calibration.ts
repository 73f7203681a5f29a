import type { ThinkingHabit } from './think-cleaner.ts';

/** What earlier answers taught about the chat model: how long its tokens are, and whether it hides its thinking. */
export interface Calibration extends ThinkingHabit {
  /** Characters per token, on the safe side. */
  charsPerToken: number;
}

/** Low enough for German letters and bills full of numbers: sources that are left out are better than a cut prompt. */
const FIRST_GUESS = 2.5;
const LEAST = 0.5;
const MOST = 4;
/** A share of what was measured: the next prompt may hold more numbers. */
const MARGIN = 0.9;
/** How fast a better ratio is believed; a worse one is at once. */
const TRUST = 0.25;
/** No text has tokens this long. Ollama doesn't count what it still holds from the request before. */
const IMPLAUSIBLE = 8;

/** Characters beyond the Latin letters are about a token each. */
const WIDE = /[^\0-\u024f\u2000-\u206f\u20ac]/g;
const WIDE_CHARS = 2.5;

export function createCalibration(): Calibration {
  return { charsPerToken: FIRST_GUESS, closesUnopened: false };
}

/** Length of a text in characters of Latin script, wider ones counted as the several they cost. */
export function measureChars(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0) * (WIDE_CHARS - 1);
}

/** Learns from a prompt of `chars` (as measured) that the model counted as `promptTokens`. Zero or undefined teach nothing. */
export function calibrate(
  calibration: Calibration,
  { chars, promptTokens }: { readonly chars: number; readonly promptTokens: number | undefined },
): void {
  if (promptTokens === undefined || promptTokens <= 0 || chars <= 0) return;
  const measured = chars / promptTokens;
  if (measured > IMPLAUSIBLE) return;
  const { charsPerToken: known } = calibration;
  const safe = Math.min(MOST, Math.max(LEAST, measured * MARGIN));
  calibration.charsPerToken = safe < known ? safe : known + (safe - known) * TRUST;
}
