import { createCalibration } from '../ask/chat/calibration.ts';
import type { AskDeps } from '../ask/deps.ts';
import { OllamaChatModel } from '../ollama/ollama-chat-model.ts';

/** The variables that say who writes the answers. */
export interface ChatConfig {
  readonly CHAT_MODEL?: string | undefined;
  readonly CHAT_HOSTS: readonly string[];
  readonly CHAT_NUM_CTX: number;
  readonly CHAT_KEEP_ALIVE: string;
  readonly ASK_HOUSEHOLD?: string | undefined;
}

/** What answering needs of the chat model; without one answers are quotations. Throws `ConfigError` for a bad host. */
export function createChatDeps(
  config: ChatConfig,
): Pick<AskDeps, 'chatModel'> & Partial<Pick<AskDeps, 'calibration' | 'household'>> {
  const { CHAT_MODEL: model, CHAT_HOSTS: hosts, ASK_HOUSEHOLD: household } = config;
  if (model === undefined) return { chatModel: undefined };
  return {
    chatModel: new OllamaChatModel({
      hosts,
      model,
      contextTokens: config.CHAT_NUM_CTX,
      keepAlive: config.CHAT_KEEP_ALIVE,
    }),
    calibration: createCalibration(),
    ...(household !== undefined && { household }),
  };
}
