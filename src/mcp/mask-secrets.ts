import { isObject } from './is-object.ts';

/** Takes secrets out of whatever leaves the process. */
export interface Mask {
  /** Every literal occurrence of a known secret. */
  text(text: string): string;
  /**
   * The same in all texts of a JSON value, and every text and number under a key that is named like a secret. A JSON schema
   * that describes such a key says nothing secret and stays.
   */
  value(value: unknown): unknown;
}

export const MASKED = '[masked]';

/** `auth_token`, `apiKey`, `client_secret` … but not `tokens` or `token_count`. */
const SECRET_KEY = /(?:^|_|-|(?<=[a-z]))(?:token|password|passwd|secret|api_?key)$/i;

/** Where a JSON schema keeps schemas by the names of what they describe. */
const SCHEMAS = /^(properties|patternProperties|\$defs|definitions|schemas)$/;

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
  const walk = (given: unknown, above: string, isHidden: boolean): unknown => {
    if (isHidden && (typeof given === 'number' || (typeof given === 'string' && given !== ''))) return MASKED;
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map((one) => walk(one, above, isHidden));
    if (!isObject(given)) return given;
    const named = (key: string, one: unknown) => SECRET_KEY.test(key) && !(SCHEMAS.test(above) && isSchema(one));
    return Object.fromEntries(
      Object.entries(given).map(([key, one]) => [text(key), walk(one, key, isHidden || named(key, one))]),
    );
  };
  return { text, value: (given) => walk(given, '', false) };
}

/** For messages that quote somebody else: also `"password": "…"` and `token=…` inside the text. */
export function maskPairs(text: string): string {
  return text.replace(SECRET_PAIR, `$1${MASKED}`);
}

function isSchema(value: unknown): boolean {
  return isObject(value) && ['type', '$ref', 'enum', 'anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in value);
}
