import { ConfigError } from '../errors.ts';

/**
 * Redirects are never followed: the token would go to an address nobody configured, and a POST would turn into a GET.
 * The message says what to set instead; of the target only origin and path are shown, a query may hold secrets.
 */
export function toRedirectError(refusal: {
  readonly method: string;
  readonly path: string;
  readonly baseUrl: string;
  readonly location: string | null;
}): ConfigError {
  const { method, path, baseUrl, location } = refusal;
  const request = `${method} ${path}`;
  const target = location === null ? null : URL.parse(location, baseUrl + path);
  if (target === null) return new ConfigError(`${request} was redirected to nowhere. Check PAPERLESS_API_URL.`);
  if (target.pathname.endsWith(path)) {
    const suggestion = target.origin + target.pathname.slice(0, -path.length);
    return new ConfigError(`Paperless moved ${request} elsewhere. Set PAPERLESS_API_URL to ${suggestion}.`);
  }
  if (target.origin === new URL(baseUrl).origin)
    return new ConfigError(
      `${request} was redirected to the page ${target.pathname}, most likely a login page: there is no such API at this address. Set PAPERLESS_API_URL to the address of Paperless' start page, and check that this Paperless is not too old.`,
    );
  return new ConfigError(
    `${request} was redirected to ${target.origin}, most likely a sign-in proxy (SSO) in front of Paperless. Set PAPERLESS_API_URL to an address that reaches Paperless itself.`,
  );
}
