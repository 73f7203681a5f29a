import { Agent } from 'undici';
import { ConfigError, IndexMismatchError, UnavailableError } from '../errors.ts';
import { REAL_WAITS, type Waits } from '../http/waits.ts';
import type { EmbeddingRecipe } from '../model.ts';
import type { CallOptions, Embedder, EmbeddingFailure } from '../ports.ts';
import { callOllama, type Endpoint } from './call-ollama.ts';
import { type Embedded, embedBatch } from './embed-batch.ts';
import { findModel, type InstalledModel, toBareName, toMissingModel } from './find-model.ts';
import { parseHost } from './host.ts';
import { findModelTraits, type ModelTraits } from './model-traits.ts';
import { RequestFailure } from './request-failure.ts';
import { PATIENT, PROMPT, type RetryPolicy, retry } from './retry.ts';
import { toBatches } from './to-batches.ts';
import { toError } from './to-error.ts';
import { toUnitVector } from './unit-vector.ts';

export interface OllamaEmbedderOptions {
  /** Address of the one server to ask: another host could have other weights under the same name. */
  readonly host: string;
  readonly model: string;
  /** What messages call the settings of host and model. */
  readonly settings?: { readonly host: string; readonly model: string };
  /** Instead of the model's own; the word `none` stands for no prefix. */
  readonly documentPrefix?: string | undefined;
  readonly queryPrefix?: string | undefined;
  /** Told before a request is tried again. */
  readonly onWait?: (waitMs: number) => void;
  readonly waits?: Pick<Waits, 'now' | 'random' | 'sleep'>;
  readonly retries?: RetryPolicy;
}

interface Known {
  readonly recipe: EmbeddingRecipe;
  readonly contextTokens: number;
}

const BATCH_TEXTS = 32;
const BATCH_BYTES = 128 * 1024;
/** Fewer characters per token than in any ordinary text. */
const LEAST_CHARACTERS_PER_TOKEN = 2;
/** A batch on a slow CPU, the loading of the model included. */
const ANSWER_MS = 15 * 60_000;
const CONNECT_MS = 5_000;
const PROBE = 'water';
const SETTINGS = { host: 'EMBEDDING_HOST', model: 'EMBEDDING_MODEL' };
/** Where the server doesn't say: as if nothing were ever cut. */
const UNLIMITED = Number.POSITIVE_INFINITY;

/** Embeddings by one Ollama server. Throws as the port says, and `ConfigError` for a model that makes none. */
export class OllamaEmbedder implements Embedder {
  readonly #options: OllamaEmbedderOptions;
  readonly #endpoint: Endpoint;
  readonly #settings: typeof SETTINGS;
  #known: Known | undefined;

  constructor(options: OllamaEmbedderOptions) {
    this.#options = options;
    this.#settings = options.settings ?? SETTINGS;
    const dispatcher = new Agent({
      connect: { timeout: CONNECT_MS },
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
    });
    this.#endpoint = { host: parseHost(options.host, this.#settings.host), dispatcher };
  }

  async recipe(options: CallOptions = {}): Promise<EmbeddingRecipe> {
    return (await this.#learn(PROMPT, options.signal)).recipe;
  }

  /**
   * Looks again, unlike `recipe`, and loads nothing: throws what is wrong with the server or the model.
   * `languages` as its makers say, for a hint to people whose documents are in others.
   */
  async check(options: CallOptions = {}): Promise<Pick<ModelTraits, 'languages'>> {
    await this.#run(() => this.#find(options.signal));
    return { languages: findModelTraits(this.#options.model).languages };
  }

  async embedDocuments(
    texts: readonly string[],
    options: CallOptions = {},
  ): Promise<readonly (Float32Array | EmbeddingFailure)[]> {
    if (texts.length === 0) return [];
    const policy = this.#options.retries ?? PATIENT;
    const known = await this.#learn(policy, options.signal);
    const aloneAbove = known.contextTokens * LEAST_CHARACTERS_PER_TOKEN;
    const results: (Float32Array | EmbeddingFailure)[] = [];
    for (const batch of toBatches(texts, { texts: BATCH_TEXTS, bytes: BATCH_BYTES, aloneAbove })) {
      results.push(...(await this.#embed(batch, known.recipe.documentPrefix, known, policy, options.signal)));
    }
    return results;
  }

  /** Fails fast: somebody is waiting, and the lexical legs can answer without it. */
  async embedQuery(text: string, options: CallOptions = {}): Promise<Float32Array> {
    const known = await this.#learn(PROMPT, options.signal);
    const [result] = await this.#embed([text], known.recipe.queryPrefix, known, PROMPT, options.signal);
    if (result instanceof Float32Array) return result;
    throw new UnavailableError('ollama', `The question could not be embedded: ${result?.reason}. Put it differently.`);
  }

  async #embed(
    texts: readonly string[],
    prefix: string,
    { recipe, contextTokens }: Known,
    policy: RetryPolicy,
    signal: AbortSignal | undefined,
  ): Promise<(Float32Array | EmbeddingFailure)[]> {
    const steps = {
      contextTokens,
      send: (part: readonly string[]) => this.#retry(() => this.#send(part, prefix, signal), policy, signal),
      isHealthy: async () => {
        try {
          return (await this.#send([PROBE], '', signal)).embeddings.length === 1;
        } catch (error) {
          if (error instanceof RequestFailure) return false;
          throw error;
        }
      },
    };
    const results = await this.#run(() => this.#retry(() => embedBatch(texts, steps), policy, signal));
    const odd = results.find((result) => result instanceof Float32Array && result.length !== recipe.dimensions);
    if (odd === undefined) return results;
    throw new IndexMismatchError(
      `The model "${recipe.model}" now makes embeddings of another size: it was replaced in mid-run. Start again.`,
    );
  }

  /** Asks once for everything that stays the same while the process runs. */
  async #learn(policy: RetryPolicy, signal: AbortSignal | undefined): Promise<Known> {
    this.#known ??= await this.#run(() => this.#retry(() => this.#inspect(signal), policy, signal));
    return this.#known;
  }

  async #inspect(signal: AbortSignal | undefined): Promise<Known> {
    const { model, documentPrefix, queryPrefix } = this.#options;
    const installed = await this.#find(signal);
    const { embeddings } = await this.#send([PROBE], '', signal);
    const dimensions = embeddings[0]?.length ?? 0;
    if (toUnitVector(embeddings[0] ?? []) === undefined) {
      throw new ConfigError(
        `${this.#settings.model}: "${model}" makes no usable embeddings. Pull it again, or name another.`,
      );
    }
    const traits = findModelTraits(model);
    return {
      recipe: {
        model: toBareName(model),
        digest: installed.digest,
        documentPrefix: choosePrefix(documentPrefix, traits.documentPrefix),
        queryPrefix: choosePrefix(queryPrefix, traits.queryPrefix),
        dimensions,
      },
      contextTokens: installed.contextTokens ?? UNLIMITED,
    };
  }

  async #find(signal: AbortSignal | undefined): Promise<InstalledModel> {
    const { model } = this.#options;
    const installed = await findModel(this.#endpoint, model, signal);
    if (installed === undefined) throw toMissingModel(model, this.#settings.model, this.#endpoint.host.label);
    if (installed.canEmbed) return installed;
    throw new ConfigError(
      `${this.#settings.model}: "${model}" is a chat model; its numbers are no use for searching. Name an embedding model, such as nomic-embed-text or embeddinggemma.`,
    );
  }

  async #send(texts: readonly string[], prefix: string, signal: AbortSignal | undefined): Promise<Embedded> {
    const { model } = this.#options;
    const input = texts.map((text) => `${prefix}${text}`);
    // Older versions cut a too-long text silently unless told not to.
    const request = { model, input, truncate: false };
    const answer = await callOllama(this.#endpoint, { signal }, (client) => client.embed(request));
    if (!Array.isArray(answer.embeddings)) throw new RequestFailure('what answers there is not Ollama');
    return { embeddings: answer.embeddings, tokens: answer.prompt_eval_count };
  }

  #retry<T>(call: () => Promise<T>, policy: RetryPolicy, signal: AbortSignal | undefined): Promise<T> {
    const { waits = REAL_WAITS, onWait } = this.#options;
    return retry(call, { policy, waits, signal, onWait });
  }

  async #run<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw toError(error, { model: this.#options.model, variable: this.#settings.model, host: this.#endpoint.host });
    }
  }
}

function choosePrefix(configured: string | undefined, own: string): string {
  if (configured === undefined) return own;
  return configured === 'none' ? '' : configured;
}
