import type { KnownError } from '../errors.ts';

/** What was found out about one thing. */
export interface Check {
  /** `snake_case`, the same from version to version: scripts look for it. */
  readonly name: string;
  /** `failed`: needed, and it doesn't work. `open`: not needed, not set up, not known, or it could be better (then with a `fix`). */
  readonly state: 'ok' | 'failed' | 'open';
  readonly message: string;
  readonly fix?: string;
}

/** A failed check in the words of the error. */
export function toFailedCheck(name: string, error: KnownError): Check {
  const { what, fix } = splitAdvice(error.message);
  return { name, state: 'failed', message: what, ...(fix !== undefined && { fix }) };
}

const ADVICE =
  'Add|Ask|Check|Create|Either|Free|Give|Install|Look|Make|Name|Pull|Put|Raise|Restore|Run|Set|Try|Upgrade|Use';

/** Messages say what failed, then what to do: the second part, where it can be told from the first. */
export function splitAdvice(message: string): { readonly what: string; readonly fix: string | undefined } {
  const sentence = new RegExp(`(?<=[.?!)"]) (?=(?:${ADVICE}|Is it running)\\b)`);
  const clause = new RegExp(`[:;] (?=(?:${ADVICE}|Unset|Wait)\\b)`, 'i');
  const cut = sentence.exec(message) ?? clause.exec(message);
  if (cut === null) return { what: toSentence(message), fix: undefined };
  return {
    what: toSentence(message.slice(0, cut.index)),
    fix: toSentence(message.slice(cut.index + cut[0].length)),
  };
}

function toSentence(text: string): string {
  const end = /[.?!"]$/.test(text) ? '' : '.';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${end}`;
}

export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

export function formatBytes(bytes: number): string {
  const [divisor, unit] = bytes >= 1e9 ? ([1e9, 'GB'] as const) : ([1e6, 'MB'] as const);
  return `${(bytes / divisor).toFixed(1)} ${unit}`;
}
