/** Largest request body; a question with a long history stays far below. */
export const MAX_BODY_BYTES = 64 * 1024;

/**
 * True for loopback names and addresses and for `allowed` host names, with any port.
 * Another name in `Host` means that somebody's DNS points at this machine (DNS rebinding).
 */
export function isAllowedHost(host: string | undefined, allowed: readonly string[]): boolean {
  const name = toHostname(host);
  return name !== undefined && (isLoopback(name) || allowed.some((one) => toHostname(one) === name));
}

/** What a browser says about where a request comes from. Scripts send none of it. */
export interface Provenance {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The header `Sec-Fetch-Site`. */
  readonly fetchSite: string | undefined;
}

/**
 * True when another site's page made the browser send this. `same-site` counts as foreign too: any program
 * on another port of this machine is "same site" as a loopback page.
 */
export function isForeign({ host, origin, fetchSite }: Provenance, allowed: readonly string[]): boolean {
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return true;
  if (origin === undefined) return false;
  const authority = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1];
  if (authority === undefined) return true;
  if (authority.toLowerCase() === host?.toLowerCase()) return false;
  // A reverse proxy may rewrite Host to the loopback address; the browser still names the public host.
  const name = toHostname(authority);
  // A loopback name is no proof: every program of this machine can serve pages on another port of it.
  return name === undefined || isLoopback(name) || !allowed.some((one) => toHostname(one) === name);
}

/** Compares the media type only: parameters such as `charset` don't matter. */
export function hasMediaType(contentType: string | undefined, expected: string): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === expected;
}

/** True when `address` (`ASK_HOST`) can be reached from this machine only. */
export function isLoopback(address: string): boolean {
  const name = address.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** The host name without port, in lower case; undefined for anything that is not `host` or `host:port`. */
function toHostname(authority: string | undefined): string | undefined {
  if (authority === undefined || /[/\\?#@\s]/.test(authority)) return undefined;
  const bare = authority.includes('::') && !authority.startsWith('[') ? `[${authority}]` : authority;
  return URL.parse(`http://${bare}`)?.hostname.replace(/\.$/, '') || undefined;
}
