import { ConfigError } from '../errors.ts';

/** An Ollama server as configured. */
export interface Host {
  /** Without credentials and without a slash at the end. */
  readonly url: string;
  /** Host and port, for messages to people. */
  readonly label: string;
  /** An `Authorization` header made of credentials in the address (a proxy in front of Ollama). */
  readonly authorization: string | undefined;
  /** The setting it stands in. */
  readonly setting: string;
}

const DEFAULT_PORT = '11434';

/**
 * Reads an address with or without `http://`. Without a scheme the port defaults to Ollama's own, with one to the
 * scheme's. Throws `ConfigError` naming `variable`, never the value: it may hold a password.
 */
export function parseHost(address: string, variable: string): Host {
  const text = address.trim();
  const hasScheme = text.includes('://');
  const candidate = hasScheme ? text : `http://${text}`;
  const url = URL.canParse(candidate) ? new URL(candidate) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError(`${variable} is not an address: write it like 127.0.0.1:11434 or https://ollama.example.org`);
  }
  if (!hasScheme && !/:\d+(\/|$)/.test(text)) url.port = DEFAULT_PORT;
  return {
    url: `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`,
    label: url.host,
    authorization: url.username === '' ? undefined : toBasicAuthorization(url),
    setting: variable,
  };
}

function toBasicAuthorization({ username, password }: URL): string {
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}
