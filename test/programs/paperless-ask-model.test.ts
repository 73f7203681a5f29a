import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { startPaperlessIndex } from './run-paperless-index.ts';
import { runPaperlessAsk } from './start-paperless-ask.ts';

const LIBRARY = join(import.meta.dirname, '../../examples/library');
const QUESTION = 'What is the serial number of the washing machine?';

describe('paperless-ask with a chat model', () => {
  it('answers in its words, and in quotations once it is gone', async (context) => {
    const ollama = await FakeOllama.start();
    context.after(() => ollama.close());
    const env = { STATE_DIR: temporaryFolder(context), PAPERLESS_EXPORT_DIR: LIBRARY };
    await startPaperlessIndex([], { stateDir: env.STATE_DIR, exportDir: LIBRARY }).finished;
    ollama.script = { pieces: ['<think>hm</think>', 'It is on the label [', '1', '][99].'] };
    const chat = {
      ...env,
      CHAT_MODEL: 'smollm2',
      CHAT_HOSTS: `127.0.0.1:1, ${ollama.host}`,
      ASK_HOUSEHOLD: 'I am Anna.',
    };

    const answered = await runPaperlessAsk([QUESTION], chat);
    assert.match(answered.stdout, /^It is on the label \[1\]\.\n[\s\S]*Sources\n\[1\] /);
    const [sent] = ollama.sentTo<{ messages: { content: string }[] }>('/api/chat');
    assert.match(sent?.messages[0]?.content ?? '', /I am Anna\./);

    const down = await runPaperlessAsk([QUESTION, '--json'], { ...chat, CHAT_HOSTS: '127.0.0.1:1' });
    const { outcome, degraded, model } = JSON.parse(down.stdout);
    assert.deepEqual([down.code, outcome, model], [0, 'extractive', null]);
    assert.match(degraded, /these are quotations, since no answer could be written: .*127\.0\.0\.1:1/);
  });
});
