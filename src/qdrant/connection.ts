import { QdrantClient } from '@qdrant/js-client-rest';
import { ConfigError } from '../errors.ts';
import type { CallOptions } from '../ports.ts';
import { raceAbort } from '../race-abort.ts';
import type { QdrantAddress } from './qdrant-address.ts';
import { isConnectionFailure, toForeignError, toQdrantError } from './qdrant-errors.ts';

/** Collections keep metadata since then; the recipe lives there. */
const OLDEST = { major: 1, minor: 16 };

/** A Qdrant server. All calls go through `call`. */
export class Connection {
  readonly #client: QdrantClient;
  #isChecked = false;

  constructor(address: QdrantAddress, apiKey: string | undefined, timeoutMs: number) {
    this.#client = new QdrantClient({
      ...address,
      timeout: timeoutMs,
      checkCompatibility: false,
      // As a header, not as `apiKey`: that prints a warning to the console when the address is http.
      ...(apiKey !== undefined && { headers: { 'api-key': apiKey } }),
    });
  }

  /**
   * One call of the client. Throws the signal's reason, a class of errors.ts, or `MissingCollection`.
   * The client can't be aborted: after an abort the request itself goes on. A broken connection is tried once more,
   * so `run` must be harmless when done twice.
   */
  async call<T>(run: (client: QdrantClient) => Promise<T>, { signal }: CallOptions = {}): Promise<T> {
    signal?.throwIfAborted();
    await this.#checkVersion(signal);
    return this.#run(run, signal);
  }

  async #checkVersion(signal: AbortSignal | undefined): Promise<void> {
    if (this.#isChecked) return;
    const { version } = await this.#run((client) => client.versionInfo(), signal);
    const [, major, minor] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
    // A login page, for example: the client passes on whatever came with status 200.
    if (major === undefined || minor === undefined) throw toForeignError(200);
    const isOld = major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor);
    if (isOld) {
      const needed = `${OLDEST.major}.${OLDEST.minor}`;
      throw new ConfigError(`QDRANT_URL: this Qdrant is ${version}, but ${needed} or newer is needed. Upgrade it.`);
    }
    this.#isChecked = true;
  }

  async #run<T>(run: (client: QdrantClient) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await raceAbort(this.#tryTwice(run), signal);
    } catch (error) {
      throw signal?.aborted ? signal.reason : toQdrantError(error);
    }
  }

  async #tryTwice<T>(run: (client: QdrantClient) => Promise<T>): Promise<T> {
    try {
      return await run(this.#client);
    } catch (error) {
      // Usually a kept connection that the server was just closing.
      if (!isConnectionFailure(error)) throw error;
      return run(this.#client);
    }
  }
}
