import { ConfigError } from '../errors.ts';

/**
 * The address under which Paperless' `/api/` and `/documents/` live, without a trailing slash.
 * Takes it with or without a trailing slash or `/api`. Throws `ConfigError` naming `variable`, never its value.
 */
export function parseBaseUrl(text: string, variable: string): string {
  const url = URL.parse(text.trim());
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new ConfigError(`${variable} must be an address that begins with http:// or https://.`);
  if (url.username !== '' || url.password !== '')
    throw new ConfigError(`${variable} must not hold a user name or password; the token is all that is needed.`);
  if (url.search !== '' || url.hash !== '')
    throw new ConfigError(`${variable} must be the plain address of Paperless, without anything after ? or #.`);
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/api$/, '');
}
