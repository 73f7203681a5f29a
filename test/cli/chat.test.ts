import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { parseQuestion, type Turn } from '../../src/ask/question.ts';
import { runChat } from '../../src/cli/chat.ts';
import { createOutput } from '../../src/cli/output.ts';
import { UnavailableError } from '../../src/errors.ts';
import type { AnswerEvent } from '../../src/model.ts';
import { captureStream } from './capture-stream.ts';

const DONE: AnswerEvent = { type: 'done', outcome: 'answered', citations: [], model: 'm', timings: {} };
const FAILED = new UnavailableError('ollama', 'Ollama is down');

describe('a conversation in the terminal', () => {
  it('reads a question a line and sends the turns before along', async () => {
    const asked: [string, readonly Turn[]][] = [];
    const stdout = captureStream();
    await runChat(
      async function* (q, history) {
        asked.push([q, [...history]]);
        yield { type: 'token', text: `about ${q}` };
        yield DONE;
      },
      surround(Readable.from(['rent?\n', '\n', 'and before?\n']), stdout),
    );
    assert.deepEqual(asked, [
      ['rent?', []],
      ['and before?', [{ q: 'rent?', answer: 'about rent?' }]],
    ]);
    assert.match(stdout.text(), /about rent\?[\s\S]*about and before\?/);
  });

  it('goes on after fifty questions: from then on each one was refused, as its history was too long', async () => {
    const refused: unknown[] = [];
    const lines = Array.from({ length: 120 }, (_, at) => `question ${at}?\n`);
    await runChat(
      async function* (q, history) {
        try {
          parseQuestion({ q, history });
        } catch (error) {
          refused.push(error);
        }
        assert.equal(
          history.at(-1)?.q ?? 'question 0?',
          q.replace(/\d+/, (at) => `${Math.max(0, Number(at) - 1)}`),
        );
        yield { type: 'token', text: 'x' };
        yield DONE;
      },
      surround(Readable.from(lines), captureStream()),
    );
    assert.deepEqual(refused, []);
  });

  it('ends with the first error when its input is not a terminal', async () => {
    const run = runChat(
      // biome-ignore lint/correctness/useYield: it fails before there is anything to yield
      async function* () {
        throw FAILED;
      },
      surround(Readable.from(['rent?\n', 'more?\n']), captureStream()),
    );
    await assert.rejects(run, { name: 'UnavailableError', message: 'Ollama is down' });
  });

  it('goes on at a terminal after an error and after Ctrl-C, and ends with Ctrl-C at the prompt', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const asked: string[] = [];
    const stdout = captureStream();
    const run = runChat(
      async function* (q, history, { signal }) {
        asked.push(`${q} ${history.length}`);
        if (q === 'first') {
          setImmediate(() => input.write('second\r'));
          throw FAILED;
        } else {
          const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
          setImmediate(() => input.write('\x03'));
          await stopped;
          setImmediate(() => input.write('\x03'));
          signal.throwIfAborted();
        }
      },
      surround(input, stdout),
    );
    input.write('first\r');
    await run;
    assert.deepEqual(asked, ['first 0', 'second 0']);
  });

  it('tells at a terminal what can be typed, begins anew with /new, and ends with an empty line', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const { asked, ask } = createAsk();
    const stderr = captureStream();
    const run = runChat(ask, { ...surround(input, captureStream()), stderr });
    input.write('first\rand then?\r/new\rsecond\r\rnever\r');
    await run;
    assert.deepEqual(asked, ['first 0', 'and then? 1', 'second 0']);
    assert.match(stderr.text(), /^Type a question\. \/new begins anew, an empty line or Ctrl\+D ends\.\n/);
  });

  it('says nothing of that to who is not at a terminal, where an empty line is nothing', async () => {
    const stderr = captureStream();
    const { asked, ask } = createAsk();
    await runChat(ask, { ...surround(Readable.from(['a?\n\n/new\nb?\n']), captureStream()), stderr });
    assert.deepEqual([stderr.text(), asked], ['', ['a? 0', 'b? 0']]);
  });

  it('does not ask a command that it does not know: "/quit" was answered with quotations', async () => {
    const { asked, ask } = createAsk();
    const run = runChat(ask, surround(Readable.from(['/quit\n']), captureStream()));
    await assert.rejects(run, { name: 'UsageError', message: /^there is no \/quit\. Type a question/ });
    await runChat(ask, surround(Readable.from(['/etc/hosts: what is it?\n']), captureStream()));
    assert.deepEqual(asked, ['/etc/hosts: what is it? 0']);
  });
});

/** Notes each question with the length of its history. */
function createAsk() {
  const asked: string[] = [];
  return {
    asked,
    async *ask(q: string, history: readonly Turn[]): AsyncGenerator<AnswerEvent> {
      asked.push(`${q} ${history.length}`);
      yield DONE;
    },
  };
}

function surround(input: NodeJS.ReadableStream & { isTTY?: boolean }, stdout: ReturnType<typeof captureStream>) {
  const { signal } = new AbortController();
  return { input, output: createOutput(stdout), stderr: captureStream(), hasModel: true, signal };
}
