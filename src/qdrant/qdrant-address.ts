import { ConfigError } from '../errors.ts';

/** Where Qdrant is, in the parts its client wants. */
export interface QdrantAddress {
  readonly host: string;
  readonly port: number;
  readonly https: boolean;
  /** Path in front of the API, behind a reverse proxy; empty otherwise. */
  readonly prefix: string;
}

const QDRANT_PORT = 6333;
const HTTPS_PORT = 443;

/**
 * Reads `QDRANT_URL`, with or without `http://`. Without a port it is Qdrant's own for http and 443 for https.
 * Throws `ConfigError`, without repeating the value.
 */
export function parseQdrantUrl(text: string): QdrantAddress {
  const trimmed = text.trim();
  const candidate = trimmed.includes('://') ? trimmed : `http://${trimmed}`;
  const url = URL.canParse(candidate) ? new URL(candidate) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError('QDRANT_URL is not an address: write it like http://127.0.0.1:6333');
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError('QDRANT_URL holds a user or password: Qdrant takes a key, put that into QDRANT_API_KEY_FILE');
  }
  const https = url.protocol === 'https:';
  // `URL` drops a scheme's default port, also when it was written out.
  const isPort80 = !https && /^[^/]+:\/\/[^/]*:80(\/|$)/.test(candidate);
  return {
    host: url.hostname,
    port: isPort80 ? 80 : Number(url.port) || (https ? HTTPS_PORT : QDRANT_PORT),
    https,
    prefix: url.pathname.replace(/\/+$/, ''),
  };
}
