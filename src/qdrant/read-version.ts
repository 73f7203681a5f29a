import type { CallOptions } from '../ports.ts';
import { Connection } from './connection.ts';
import { parseQdrantUrl } from './qdrant-address.ts';

const TIMEOUT_MS = 5_000;

/**
 * The version of the Qdrant at `url`. Throws `UnavailableError('qdrant')`, or `ConfigError` (too old, not Qdrant). A wrong
 * key goes unnoticed: Qdrant tells everybody its version.
 */
export async function readQdrantVersion(
  { url, apiKey }: { readonly url: string; readonly apiKey: string | undefined },
  options: CallOptions = {},
): Promise<string> {
  const connection = new Connection(parseQdrantUrl(url), apiKey, TIMEOUT_MS);
  return (await connection.call((client) => client.versionInfo(), options)).version;
}
