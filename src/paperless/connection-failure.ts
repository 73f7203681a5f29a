import { ConfigError, readErrorCode, UnavailableError } from '../errors.ts';
import type { Failure } from './retry.ts';

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name could not be looked up',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
};

/** What a request without an answer means. Certificate faults are not tried again: waiting mends none of them. */
export function toConnectionFailure(cause: unknown, request: string): Failure {
  const code = findCode(cause);
  if (code !== undefined && UNTRUSTED.has(code))
    return {
      kind: 'never',
      error: new ConfigError(
        `Paperless' certificate is not trusted (${code}). Set NODE_EXTRA_CA_CERTS to the file of the authority that issued it.`,
        { cause },
      ),
    };
  if (code !== undefined && /CERT|TLS|SSL/.test(code))
    return {
      kind: 'never',
      error: new ConfigError(
        `No secure connection to Paperless (${code}). Check http or https, host name and port of PAPERLESS_API_URL and the dates of the certificate; NODE_EXTRA_CA_CERTS names an own authority.`,
        { cause },
      ),
    };
  const words = code === undefined ? 'the connection failed' : (WORDS[code] ?? `the connection failed (${code})`);
  return {
    kind: 'broken',
    error: new UnavailableError(
      'paperless',
      `Paperless cannot be reached: ${words} (${request}). Check that it runs, and http or https, host and port of PAPERLESS_API_URL.`,
      { cause },
    ),
  };
}

/** The first error code in the chain of causes; fetch itself only says "fetch failed". */
function findCode(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = readErrorCode(at);
    if (code !== undefined) return code;
    // A host with several addresses fails once for each of them.
    if (at instanceof AggregateError && at.errors.length > 0) return findCode(at.errors[0]);
  }
  return undefined;
}
