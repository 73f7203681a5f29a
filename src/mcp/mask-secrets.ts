/** Takes secrets out of whatever leaves the process. */
export interface Mask {
  /** Every literal occurrence of a known secret. */
  text(text: string): string;
  /** The same in all texts of a JSON value, and the values of keys that are named like secrets. */
  value(value: unknown): unknown;
}

export const MASKED = '[masked]';

/** `auth_token`, `apiKey`, `client_secret` … but not `tokens` or `token_count`. */
const SECRET_KEY = /(?:^|_|-|(?<=[a-z]))(?:token|password|passwd|secret|api_?key)$/i;

/** The same keys in a text that may be JSON, a form or a line of a log. */
const SECRET_PAIR =
  /(\\?["']?\b[\w-]*(?:token|password|passwd|secret|api_?key)\\?["']?\s*[:=]\s*)(\\?"(?:\\[^"]|[^"\\])*\\?"|'[^']*'|[^\s,;&}"'\\]+)/gi;

/** Shorter ones would tear holes into ordinary words. */
const SHORTEST = 4;

export function createMask(secrets: readonly (string | undefined)[]): Mask {
  // A secret may come back as it is, inside JSON, or inside an address.
  const forms = secrets
    .filter((secret) => secret !== undefined && secret.length >= SHORTEST)
    .flatMap((secret = '') => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const wanted = [...new Set(forms)].sort((a, b) => b.length - a.length);
  const text = (given: string) => wanted.reduce((masked, secret) => masked.replaceAll(secret, MASKED), given);
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(
      Object.entries(given).map(([key, one]) => [text(key), isSecret(key, one) ? MASKED : value(one)]),
    );
  };
  return { text, value };
}

/** For messages that quote somebody else: also `"password": "…"` and `token=…` inside the text. */
export function maskPairs(text: string): string {
  return text.replace(SECRET_PAIR, `$1${MASKED}`);
}

function isSecret(key: string, value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && value !== '' && SECRET_KEY.test(key);
}
