import type { ConfigError } from '../errors.ts';
import type { EmbeddingRecipe } from '../model.ts';
import type { ChatHostCheck } from '../ollama/ollama-chat-model.ts';
import type { PaperlessClient } from '../paperless/client.ts';
import type { CallOptions, DocumentSource, PassageIndex } from '../ports.ts';
import type { IndexStatus } from '../sync/read-status.ts';
import { attempt } from './attempt.ts';
import { type Check, formatCount, toFailedCheck } from './check.ts';
import { readForeignShare } from './foreign-share.ts';
import { judgeChat } from './judge-chat.ts';
import { judgeIndex } from './judge-index.ts';
import { judgeOllama } from './judge-ollama.ts';
import { judgeCoverage, judgePaperless } from './judge-paperless.ts';
import { judgeQdrant } from './judge-qdrant.ts';
import { judgeState } from './judge-state.ts';
import { surveyIndex } from './survey-index.ts';
import { type OllamaAccess, surveyOllama } from './survey-ollama.ts';
import { surveyPaperless } from './survey-paperless.ts';
import { type QdrantAccess, surveyQdrant } from './survey-qdrant.ts';
import { surveyState } from './survey-state.ts';

/** What is examined, as far as it is configured. */
export interface DoctorDeps {
  readonly stateDir: string;
  readonly index: PassageIndex;
  /** Undefined = the index is a file. */
  readonly qdrant: QdrantAccess | undefined;
  /** Undefined = documents are searched by words only. */
  readonly ollama: OllamaAccess | undefined;
  /** Undefined = answers are quotations, or another program's settings name the model. */
  readonly chat: ChatAccess | undefined;
  readonly source: DoctorSource;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface ChatAccess {
  readonly model: string;
  /** What is wrong with each of its servers. Throws `ConfigError` for an address that is none. */
  readonly check: (options: CallOptions) => Promise<readonly ChatHostCheck[]>;
}

export type DoctorSource =
  | { readonly kind: 'none'; readonly error: ConfigError }
  | { readonly kind: 'export'; readonly source: DocumentSource }
  | {
      readonly kind: 'paperless';
      readonly source: DocumentSource;
      readonly client: PaperlessClient;
      readonly apiUrl: string;
    };

/** Looks at everything that is needed, and changes nothing. Rejects only for bugs and on abort. */
export async function examine(deps: DoctorDeps, options: CallOptions): Promise<readonly Check[]> {
  const { stateDir, index, now } = deps;
  const state = await surveyState(stateDir);
  const qdrant = deps.qdrant && (await surveyQdrant(deps.qdrant, index, options));
  const isReachable =
    qdrant === undefined ? state.problem === undefined : qdrant.generations !== undefined && !qdrant.generations.error;
  const facts = isReachable ? await surveyIndex({ index, stateDir, nowMs: now() }, options) : undefined;
  return [
    ...judgeState(state, facts?.status?.live?.bytes),
    ...(qdrant ? judgeQdrant(qdrant) : [NO_QDRANT]),
    ...(facts ? judgeIndex(facts) : [toUnknownIndex(qdrant ? 'Qdrant' : 'the state folder')]),
    ...(await examineSource(deps.source, facts?.status, options)),
    ...(deps.ollama ? await examineOllama(deps.ollama, deps.source, facts?.embedding.value, options) : [NO_OLLAMA]),
    ...(deps.chat ? await examineChat(deps.chat, options) : []),
  ];
}

const NO_QDRANT: Check = {
  name: 'qdrant',
  state: 'open',
  message: 'Not set up (QDRANT_URL): the index is a file below the state folder.',
};
const NO_OLLAMA: Check = {
  name: 'ollama',
  state: 'open',
  message: 'Not set up (EMBEDDING_HOST): documents are searched by words only.',
};

/** One cause is said once. */
function toUnknownIndex(where: string): Check {
  return { name: 'index', state: 'open', message: `Not known while ${where} cannot be used.` };
}

async function examineSource(
  source: DoctorSource,
  status: IndexStatus | undefined,
  options: CallOptions,
): Promise<readonly Check[]> {
  if (source.kind === 'none') return [toFailedCheck('source', source.error)];
  if (source.kind === 'paperless') {
    const facts = await surveyPaperless(source, options);
    const { value } = facts.documents;
    return [...judgePaperless(facts), ...(value === undefined ? [] : judgeCoverage(value, status))];
  }
  const count = await attempt('paperless', options, (inTime) => source.source.count(inTime));
  if (count.error !== undefined) return [toFailedCheck('export', count.error)];
  const message = `The export holds ${formatCount(count.value, 'document')}.`;
  return [{ name: 'export', state: 'ok', message }, ...judgeCoverage(count.value, status)];
}

async function examineOllama(
  ollama: OllamaAccess,
  source: DoctorSource,
  live: EmbeddingRecipe | undefined,
  options: CallOptions,
): Promise<readonly Check[]> {
  const facts = await surveyOllama(ollama, live, options);
  const foreign =
    facts.languages === 'english' && source.kind !== 'none'
      ? await attempt('paperless', options, (inTime) => readForeignShare(source.source, inTime))
      : undefined;
  return judgeOllama(facts, live, foreign?.value);
}

async function examineChat({ model, check }: ChatAccess, options: CallOptions): Promise<readonly Check[]> {
  return judgeChat(model, await attempt('ollama', options, check));
}
