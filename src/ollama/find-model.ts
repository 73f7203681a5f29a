import { z } from 'zod';
import { ConfigError } from '../errors.ts';
import { callOllama, type Endpoint } from './call-ollama.ts';
import { RequestFailure } from './request-failure.ts';

/** A model that a server has. */
export interface InstalledModel {
  /** Of the weights and settings: another digest makes other embeddings. */
  readonly digest: string;
  readonly canEmbed: boolean;
  readonly canChat: boolean;
  /** Longest input in tokens, where the server says so. */
  readonly contextTokens: number | undefined;
}

const QUICK_MS = 10_000;

const tagsSchema = z.object({ models: z.array(z.object({ name: z.string(), digest: z.string() })) });
const showSchema = z.object({
  capabilities: z.array(z.string()).optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
});

/** "minilm" and "minilm:latest" are the same model. */
export function toBareName(model: string): string {
  return model.replace(/:latest$/, '');
}

/** What the server knows about `model`; undefined when it doesn't have it. Throws `RequestFailure`. */
export async function findModel(
  endpoint: Endpoint,
  model: string,
  signal: AbortSignal | undefined,
): Promise<InstalledModel | undefined> {
  const limits = { signal, timeoutMs: QUICK_MS };
  const { models } = await callOllama(endpoint, limits, async (client) => parseAnswer(tagsSchema, await client.list()));
  const entry = models.find(({ name }) => toBareName(name).toLowerCase() === toBareName(model).toLowerCase());
  if (entry === undefined) return undefined;
  const shown = await callOllama(endpoint, limits, async (client) =>
    parseAnswer(showSchema, await client.show({ model })),
  );
  return { digest: entry.digest, ...readAbilities(shown) };
}

/** The error for a model that isn't there, with the command that brings it. */
export function toMissingModel(model: string, variable: string, label: string): ConfigError {
  return new ConfigError(
    `${variable}: Ollama at ${label} has no model "${model}". Run "ollama pull ${model}" there, or name another model.`,
  );
}

function readAbilities({ capabilities, model_info: info = {} }: z.output<typeof showSchema>) {
  const keyEnding = (ending: string) => Object.keys(info).find((key) => key.endsWith(ending));
  const contextTokens = info[keyEnding('.context_length') ?? ''];
  // Servers before 0.6 list no capabilities, but only embedding models pool.
  const pools = keyEnding('.pooling_type') !== undefined;
  return {
    canEmbed: capabilities?.includes('embedding') ?? pools,
    canChat: capabilities?.includes('completion') ?? !pools,
    contextTokens: typeof contextTokens === 'number' ? contextTokens : undefined,
  };
}

function parseAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new RequestFailure('what answers there is not Ollama', { isForeign: true, status: 200 });
}
