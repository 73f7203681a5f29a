import { ConfigError, UnavailableError } from '../../src/errors.ts';
import type { ChatMessage, ChatModel } from '../../src/ports.ts';

/** How one reply goes. */
export interface ChatReply {
  readonly pieces: readonly string[];
  /** Waited for before the first piece, or before the piece with this index. */
  readonly gate?: Promise<unknown>;
  readonly gateAt?: number;
  /** Fails after so many pieces; 0 = it can't be reached. */
  readonly failAfter?: number;
  readonly promptTokens?: number | undefined;
}

export interface ScriptedChatModel extends ChatModel {
  /** Every request: what was sent, and how it ended. */
  readonly requests: { readonly messages: readonly ChatMessage[]; ended: 'running' | 'finished' | 'abandoned' }[];
}

/** A chat model that replies as `script` says, given the messages and the number of the request from 0. */
export function createScriptedChatModel(
  script: (messages: readonly ChatMessage[], request: number) => ChatReply | readonly string[],
  { contextTokens = 8_192, model = 'scripted' } = {},
): ScriptedChatModel {
  const requests: ScriptedChatModel['requests'] = [];
  return {
    model,
    contextTokens,
    requests,
    async *stream(messages, { signal } = {}) {
      signal?.throwIfAborted();
      const request: ScriptedChatModel['requests'][number] = { messages, ended: 'running' };
      const scripted = script(messages, requests.push(request) - 1);
      const reply: ChatReply = 'pieces' in scripted ? scripted : { pieces: scripted };
      const { pieces, gate, gateAt = 0, failAfter, promptTokens = 'promptTokens' in reply ? undefined : 12 } = reply;
      const abort = Promise.withResolvers<never>();
      abort.promise.catch(() => {});
      const onAbort = () => {
        request.ended = 'abandoned';
        abort.reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort);
      try {
        for (let index = 0; ; index += 1) {
          if (index === gateAt && gate !== undefined) await Promise.race([gate, abort.promise]);
          signal?.throwIfAborted();
          if (index === failAfter)
            throw new UnavailableError('ollama', index === 0 ? 'no host answers' : 'stopped in the middle');
          const text = pieces[index];
          if (text === undefined) break;
          yield { type: 'text', text };
        }
        if (pieces.length === 0 && (promptTokens ?? 0) >= contextTokens) throw new ConfigError('the context is full');
        request.ended = 'finished';
        yield { type: 'end', promptTokens, model };
      } finally {
        signal?.removeEventListener('abort', onAbort);
        if (request.ended === 'running') request.ended = 'abandoned';
      }
    },
  };
}
