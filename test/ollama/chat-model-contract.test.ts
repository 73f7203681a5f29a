import { OllamaChatModel } from '../../src/ollama/ollama-chat-model.ts';
import { describeChatModel } from '../contract/chat-model.ts';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';

describeChatModel('OllamaChatModel', async ({ failAfter, ...script }) => {
  const fake = await FakeOllama.start();
  fake.script = { ...script, ...(failAfter && { dieAfter: failAfter }) };
  const model = new OllamaChatModel({
    hosts: [fake.host],
    model: 'smollm2',
    contextTokens: 2_048,
    keepAlive: '30m',
  });
  if (failAfter === 0) await fake.close();
  return {
    model,
    countRequests: () => fake.requests.length,
    abandoned: fake.abandoned.promise,
    close: () => fake.close(),
  };
});
