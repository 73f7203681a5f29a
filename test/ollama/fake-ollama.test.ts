import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';
import { describeRecordedAnswers, readRecording } from './recorded-answers.ts';

describeRecordedAnswers('fake Ollama', async () => {
  const fake = await FakeOllama.start();
  const models = { embeddingModel: 'minilm', chatModel: 'smollm2' };
  return { url: `http://${fake.host}`, ...models, hasRecordedWords: true, close: () => fake.close() };
});

describe('fake Ollama', () => {
  it('cuts a prompt at the context length when it is told to, as recorded', async (context) => {
    const fake = await FakeOllama.start();
    context.after(() => fake.close());
    fake.script = { pieces: [], promptTokens: 256 };
    const answer = await fetch(`http://${fake.host}/api/chat`, {
      method: 'POST',
      body: JSON.stringify({
        model: 'smollm2',
        stream: false,
        messages: [{ role: 'user', content: 'word '.repeat(4_400) }],
      }),
    });
    const recorded = readRecording('chat-over-context').response.body as Counted;
    assert.deepEqual(pick((await answer.json()) as Counted), pick(recorded));
  });
});

interface Counted {
  readonly prompt_eval_count: number;
  readonly message: object;
}

function pick({ prompt_eval_count, message }: Counted): Counted {
  return { prompt_eval_count, message };
}
