import { readFileSync } from 'node:fs';
import { type Environment, parseConfig } from '../../src/config/config.ts';
import type { ChatModel, Embedder } from '../../src/ports.ts';
import { createChatDeps } from '../../src/wiring/chat.ts';
import { createEmbedder } from '../../src/wiring/create-deps.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';
import type { ApproachName } from './approaches.ts';

export interface Models {
  readonly embedder: Embedder | undefined;
  readonly chatModel: ChatModel | undefined;
  /** The way of searching that answers are made from. */
  readonly approach: ApproachName;
}

/** The models that the environment names, by the variables of the programs. */
export function readModels(env: Environment): Models {
  const readFile = (path: string) => readFileSync(path, 'utf8');
  const config = parseConfig('paperless-index', env, readFile);
  const embedder = createEmbedder(config, SILENT_LOG);
  const { RAG_DENSE: dense } = config;
  const { chatModel } = createChatDeps(parseConfig('paperless-ask', env, readFile));
  return { embedder, chatModel, approach: embedder === undefined || dense === 'off' ? 'lexical' : `hybrid, ${dense}` };
}
