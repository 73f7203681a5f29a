import { describeChatModel } from '../contract/chat-model.ts';
import { createScriptedChatModel } from './scripted-chat-model.ts';

describeChatModel('the scripted model', async (script) => {
  const model = createScriptedChatModel(() => script, { contextTokens: 2_048 });
  const noticed = async () => {
    while (model.requests.every(({ ended }) => ended !== 'abandoned')) await new Promise(setImmediate);
  };
  return {
    model,
    countRequests: () => model.requests.length,
    get abandoned() {
      return noticed();
    },
    close: async () => {},
  };
});
