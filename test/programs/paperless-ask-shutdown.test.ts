import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';
import { temporaryFolder } from '../sync/temporary-folder.ts';
import { startPaperlessIndex } from './run-paperless-index.ts';
import { startPaperlessAsk } from './start-paperless-ask.ts';

const LIBRARY = join(import.meta.dirname, '../../examples/library');
const QUESTION = JSON.stringify({ q: 'What is the serial number of the washing machine?' });

/** The runner's own limit; systemd is told the same. */
const DRAIN_MS = 5_000;

describe('paperless-ask that is stopped in the middle of answers', () => {
  it('finishes those that end soon, cuts the others off, and is gone within five seconds', async (context) => {
    const ollama = await FakeOllama.start();
    context.after(() => ollama.close());
    const env = { STATE_DIR: temporaryFolder(context), PAPERLESS_EXPORT_DIR: LIBRARY };
    await startPaperlessIndex([], { stateDir: env.STATE_DIR, exportDir: LIBRARY }).finished;
    const chat = { ...env, ASK_PORT: '0', CHAT_MODEL: 'smollm2', CHAT_HOSTS: ollama.host };

    for (const isSoon of [true, false]) {
      const gate = Promise.withResolvers<void>();
      ollama.script = { pieces: ['On the label [1].'], gate: gate.promise };
      const { child, listening, finished } = startPaperlessAsk([], chat);
      context.after(() => child.kill('SIGKILL'));
      const url = await listening;
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(`${url}/api/ask`, { method: 'POST', headers, body: QUESTION });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader() ?? assert.fail();
      let text = '';
      while (!text.includes('"answering"')) text += (await reader.read()).value ?? '';

      const stoppedAt = performance.now();
      child.kill('SIGTERM');
      while (
        await fetch(`${url}/livez`).then(
          () => true,
          () => false,
        )
      );
      if (isSoon) gate.resolve();
      const rest = readRest(reader);
      const { code } = await finished;
      assert.equal(code, 143);
      assert.equal(/event: done/.test((await rest) ?? ''), isSoon);
      // With a second for a machine that is busy.
      assert.ok(performance.now() - stoppedAt < DRAIN_MS + 1_000, 'it is gone in time');
      gate.resolve();
    }
  });
});

/** Undefined when the connection broke. */
async function readRest(reader: ReadableStreamDefaultReader<string>): Promise<string | undefined> {
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return text;
      text += value;
    }
  } catch {
    return undefined;
  }
}
