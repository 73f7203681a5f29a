import { openReader } from '../ask/space.ts';
import type { ChatAccess, DoctorDeps, DoctorSource } from '../doctor/examine.ts';
import { ConfigError, UnavailableError } from '../errors.ts';
import { createExportSource } from '../export/export-source.ts';
import type { Log } from '../log.ts';
import { OllamaChatModel } from '../ollama/ollama-chat-model.ts';
import { checkAccess } from '../paperless/check-access.ts';
import { PROMPT } from '../paperless/retry.ts';
import { PaperlessSource } from '../paperless/source.ts';
import type { CallOptions, PassageIndex } from '../ports.ts';
import { readQdrantVersion } from '../qdrant/read-version.ts';
import type { ChatConfig } from './chat.ts';
import { type AccessConfig, checkUsers } from './choose-access.ts';
import { chooseSource, type SourceConfig } from './choose-source.ts';
import {
  createEmbedder,
  createEmbedderOf,
  createPaperlessClient,
  DEFAULT_COLLECTION,
  type EmbeddingConfig,
  type IndexConfig,
  type RetrievalConfig,
  SOURCE_PAGE_SIZE,
} from './create-deps.ts';

type Check = (options: CallOptions) => Promise<void>;

/** Of the chat model what says where it is. */
type ChatHosts = Pick<ChatConfig, 'CHAT_MODEL' | 'CHAT_HOSTS'>;

type UserConfig = SourceConfig & Pick<AccessConfig, 'ASK_ACCESS'>;

/**
 * For `ASK_ACCESS=paperless`. Throws `ConfigError` for an export folder, and for a token that may not read who may see
 * what. A Paperless that is down now may be up in a minute: until then nothing is answered.
 */
export async function checkUserAccess(config: UserConfig, log: Log, options: CallOptions): Promise<void> {
  checkUsers(config);
  const choice = chooseSource(config);
  if (choice.kind === 'export') return;
  try {
    await checkAccess(createPaperlessClient(choice, PROMPT, log), options);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    log.warn({ code: error.code }, 'Paperless could not be asked whether its token may read users and groups');
  }
}

/**
 * Whether each configured part answers: those that answers need, and those that only make them better. Where each user
 * sees their own, Paperless is needed.
 */
export function createHealthChecks(
  config: UserConfig & IndexConfig & EmbeddingConfig & Pick<RetrievalConfig, 'RAG_DENSE'>,
  index: PassageIndex,
  log: Log,
): { readonly healthChecks: Readonly<Record<string, Check>>; readonly sideChecks: Readonly<Record<string, Check>> } {
  const { EMBEDDING_HOST: host, QDRANT_URL: url, QDRANT_API_KEY: apiKey } = config;
  const choice = chooseSource(config);
  const embedderOf = host === undefined || config.RAG_DENSE === 'off' ? undefined : createEmbedderOf(host);
  const source =
    choice.kind === 'paperless' ? new PaperlessSource(createPaperlessClient(choice, PROMPT, log)) : undefined;
  const paperless = source ? { paperless: async (options: CallOptions) => void (await source.count(options)) } : {};
  const isNeeded = config.ASK_ACCESS === 'paperless';
  return {
    healthChecks: {
      ...(isNeeded && paperless),
      index: async (options) => void (await (await openReader({ index }, options)).stats(options)),
      ...(url !== undefined && {
        qdrant: async (options: CallOptions) => void (await readQdrantVersion({ url, apiKey }, options)),
      }),
      ...(embedderOf && {
        ollama: async (options: CallOptions) => {
          const recipe = (await index.reader(options))?.generation.recipe.embedding;
          // Without embeddings in the index no question needs it.
          if (recipe !== undefined) await embedderOf(recipe).check(options);
        },
      }),
    },
    sideChecks: isNeeded ? {} : paperless,
  };
}

/** Everything `doctor` looks at. What is configured wrongly is one of its findings, not an error. */
export function createDoctorDeps(
  config: SourceConfig & IndexConfig & EmbeddingConfig & ChatHosts,
  index: PassageIndex,
  log: Log,
): DoctorDeps {
  const { QDRANT_URL: url, QDRANT_API_KEY: apiKey, QDRANT_COLLECTION: collection = DEFAULT_COLLECTION } = config;
  const { EMBEDDING_HOST: host, EMBEDDING_MODEL: model = '' } = config;
  const embedder = createEmbedder(config, log);
  return {
    stateDir: config.STATE_DIR,
    index,
    qdrant: url === undefined ? undefined : { url, apiKey, collection },
    ollama: host === undefined || !embedder ? undefined : { model, embedder, embedderOf: createEmbedderOf(host) },
    chat: createChatAccess(config),
    source: createDoctorSource(config, log),
    now: Date.now,
  };
}

function createChatAccess({ CHAT_MODEL: model, CHAT_HOSTS: hosts }: ChatHosts): ChatAccess | undefined {
  if (model === undefined) return undefined;
  return {
    model,
    // Only looked at: nothing is loaded, so it doesn't matter for how long or with how much context.
    check: async (options) =>
      new OllamaChatModel({ hosts, model, contextTokens: 1_024, keepAlive: '0' }).check(options),
  };
}

function createDoctorSource(config: SourceConfig, log: Log): DoctorSource {
  try {
    const choice = chooseSource(config);
    if (choice.kind === 'export') return { kind: 'export', source: createExportSource(choice.folder) };
    const { apiUrl } = choice;
    const client = createPaperlessClient(choice, PROMPT, log);
    return { kind: 'paperless', source: new PaperlessSource(client, { pageSize: SOURCE_PAGE_SIZE }), client, apiUrl };
  } catch (error) {
    if (error instanceof ConfigError) return { kind: 'none', error };
    throw error;
  }
}
