import { Agent } from 'undici';
import { ConfigError, describeFullContext, UnavailableError } from '../errors.ts';
import type { CallOptions, ChatChunk, ChatMessage, ChatModel } from '../ports.ts';
import { callOllama, type Endpoint, toFailure } from './call-ollama.ts';
import { findModel, toBareName, toMissingModel } from './find-model.ts';
import { parseHost } from './host.ts';
import { RequestFailure } from './request-failure.ts';
import { toError } from './to-error.ts';

export interface OllamaChatModelOptions {
  /** In order of preference, at least one. */
  readonly hosts: readonly string[];
  readonly model: string;
  /** Sent with every request as `num_ctx`: a different one would load the model anew each time. */
  readonly contextTokens: number;
  /** How long the model stays loaded, like `30m`; a plain number means seconds, `-1` for ever. */
  readonly keepAlive: string;
  /** How long a connection may take. Default 3 s. */
  readonly connectMs?: number;
  /** The same where there is another host: a machine that is switched off refuses nothing, it just says nothing. Default 0.5 s. */
  readonly connectOrNextMs?: number;
}

/** What is wrong with one host; `problem` is undefined when nothing is. */
export interface ChatHostCheck {
  readonly host: string;
  readonly problem: string | undefined;
}

/** Loading the model and reading the prompt on a slow CPU. */
const FIRST_PIECE_MS = 15 * 60_000;
const NEXT_PIECE_MS = 5 * 60_000;

/**
 * Chat by the first of several Ollama servers that answers. Until the first piece of text a failing host is left for the
 * next one; after it the failure is the caller's: `UnavailableError`. `ConfigError` when no host can use the model, or
 * when the prompt filled the whole context and nothing was answered.
 */
export class OllamaChatModel implements ChatModel {
  readonly model: string;
  readonly contextTokens: number;
  readonly #keepAlive: string | number;
  readonly #endpoints: readonly Endpoint[];

  constructor({ connectMs = 3_000, connectOrNextMs = 500, ...options }: OllamaChatModelOptions) {
    this.model = options.model;
    this.contextTokens = options.contextTokens;
    this.#keepAlive = /^-?\d+$/.test(options.keepAlive) ? Number(options.keepAlive) : options.keepAlive;
    this.#endpoints = options.hosts.map((host, index) => {
      const timeout = index < options.hosts.length - 1 ? connectOrNextMs : connectMs;
      const limits = { connect: { timeout }, headersTimeout: FIRST_PIECE_MS, bodyTimeout: NEXT_PIECE_MS };
      return { host: parseHost(host, 'CHAT_HOSTS'), dispatcher: new Agent(limits) };
    });
  }

  async *stream(messages: readonly ChatMessage[], options: CallOptions = {}): AsyncGenerator<ChatChunk> {
    const failures: { readonly endpoint: Endpoint; readonly failure: RequestFailure }[] = [];
    for (const endpoint of this.#endpoints) {
      let hasStarted = false;
      try {
        for await (const chunk of this.#streamFrom(endpoint, messages, options.signal)) {
          hasStarted ||= chunk.type === 'text';
          yield chunk;
        }
        return;
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error;
        if (hasStarted) throw toBrokenAnswer(endpoint, error);
        // Ollama before 0.30.9 cuts such a prompt silently instead.
        if (error.isTooLong) throw this.#toFullContext();
        // A refused request (no such ability, wrong option) would be refused everywhere.
        if (error.status === 400) throw toError(error, this.#contextOf(endpoint));
        failures.push({ endpoint, failure: error });
      }
    }
    throw this.#toCommonError(failures);
  }

  /** Looks at every host: does it answer, is the model there, can it chat? Nothing is loaded. */
  async check(options: CallOptions = {}): Promise<readonly ChatHostCheck[]> {
    return Promise.all(
      this.#endpoints.map(async (endpoint) => {
        const problem = await this.#findProblem(endpoint, options.signal);
        return { host: endpoint.host.label, problem };
      }),
    );
  }

  async *#streamFrom(
    endpoint: Endpoint,
    messages: readonly ChatMessage[],
    outer: AbortSignal | undefined,
  ): AsyncGenerator<ChatChunk> {
    const left = new AbortController();
    const signal = outer === undefined ? left.signal : AbortSignal.any([outer, left.signal]);
    let isEmpty = true;
    try {
      const parts = await callOllama(endpoint, { signal }, (client) =>
        client.chat({
          model: this.model,
          messages: [...messages],
          stream: true,
          think: false,
          keep_alive: this.#keepAlive,
          options: { num_ctx: this.contextTokens },
        }),
      );
      for await (const { message, done, prompt_eval_count: promptTokens, eval_count: answerTokens } of parts) {
        // The client doesn't look at what it is sent.
        if (typeof message?.content === 'string' && message.content !== '') {
          isEmpty = false;
          yield { type: 'text', text: message.content };
        }
        if (!done) continue;
        if (isEmpty && (promptTokens ?? 0) + (answerTokens ?? 0) >= this.contextTokens) throw this.#toFullContext();
        yield { type: 'end', promptTokens, model: toBareName(this.model) };
      }
    } catch (error) {
      throw error instanceof ConfigError ? error : toFailure(error, endpoint, outer);
    } finally {
      // Also when the caller stops reading: the server must not go on for nobody.
      left.abort();
    }
  }

  async #findProblem(endpoint: Endpoint, signal: AbortSignal | undefined): Promise<string | undefined> {
    try {
      const found = await findModel(endpoint, this.model, signal);
      if (found === undefined) return toMissingModel(this.model, 'CHAT_MODEL', endpoint.host.label).message;
      return found.canChat ? undefined : `CHAT_MODEL: "${this.model}" can't chat. Name a chat model.`;
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      const known = toError(error, this.#contextOf(endpoint));
      return known instanceof Error ? known.message : String(known);
    }
  }

  #toCommonError(failures: readonly { endpoint: Endpoint; failure: RequestFailure }[]): Error {
    const errors = failures.map(({ endpoint, failure }) => toError(failure, this.#contextOf(endpoint)));
    const messages = errors.map((error) => (error instanceof Error ? error.message : String(error)));
    const cause = new AggregateError(errors);
    return errors.every((error) => error instanceof ConfigError)
      ? new ConfigError(messages.join(' '), { cause })
      : new UnavailableError('ollama', messages.join(' '), { cause });
  }

  #toFullContext(): ConfigError {
    return new ConfigError(describeFullContext(this.model, this.contextTokens));
  }

  #contextOf({ host }: Endpoint) {
    return { model: this.model, variable: 'CHAT_MODEL', host };
  }
}

function toBrokenAnswer({ host }: Endpoint, cause: RequestFailure): UnavailableError {
  return new UnavailableError('ollama', `Ollama at ${host.label} stopped in the middle of its answer. Ask again.`, {
    cause,
  });
}
