import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { answerQuestion } from '../../src/ask/answer.ts';
import type { Turn } from '../../src/ask/question.ts';
import { isKnownError } from '../../src/errors.ts';
import { createLog, type Log } from '../../src/log.ts';
import { OllamaChatModel } from '../../src/ollama/ollama-chat-model.ts';
import { FakeOllama } from '../fakes/ollama/fake-ollama.ts';
import { ask, collectFailed, createWorld } from './world.ts';

const PIECES = Array.from({ length: 20 }, (_, index) => `word${index} `);
const started: FakeOllama[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((host) => host.close()));
});

describe('answering with several Ollama hosts', () => {
  it('takes the second one when the first is down', async () => {
    const [first, second] = await startTwo();
    first.planned.push('break');
    second.script = { pieces: ['935 EUR [', '1].'] };
    assert.deepEqual(await answer([first, second]), { text: '935 EUR [1].', end: 'answered' });
  });

  it('keeps the ten words of a host that dies, and does not begin again at the second', async () => {
    const [first, second] = await startTwo();
    first.script = { pieces: PIECES, dieAfter: 10 };
    const { text, end } = await answer([first, second]);
    assert.deepEqual([text.trim(), end], [PIECES.slice(0, 10).join('').trim(), 'error unavailable']);
    assert.deepEqual(second.requests, []);
  });

  it('quotes when all are down', async () => {
    const hosts = await startTwo();
    for (const host of hosts) host.planned.push('break');
    const { text, end } = await answer(hosts);
    assert.match(text, /^> “The rent is 935 EUR/);
    assert.equal(end, 'extractive');
  });

  it('writes nothing into the log of what a host repeats of the request that it refuses', async () => {
    for (const status of [400, 503]) {
      const host = await start();
      const echo = 'invalid message "How high is the rent? Lease: 935 EUR a month, the tenant is Gwendolen"';
      for (const _ of ['rewriting', 'answering']) host.planned.push({ status, body: { error: echo } });
      const lines: string[] = [];
      const stderr = { isTTY: false, write: (line: string) => lines.push(line) };
      // Safe: the log only ever writes to it.
      const log = createLog({ name: 'test', level: 'debug', stderr: stderr as unknown as NodeJS.WriteStream });
      const { end } = await answer([host], { log, history: [{ q: 'Who is the tenant?', answer: 'Gwendolen [1]' }] });
      assert.equal(end, 'extractive');
      assert.equal(host.planned.length, 0);
      assert.doesNotMatch(lines.join(''), /rent|tenant|Gwendolen|935/);
      const warned = lines.filter((line) => line.includes('"level":"warn"'));
      assert.deepEqual([warned.length, warned.every((line) => line.includes(`status ${status}`))], [2, true]);
    }
  });
});

async function start(): Promise<FakeOllama> {
  const host = await FakeOllama.start();
  started.push(host);
  return host;
}

async function startTwo(): Promise<[FakeOllama, FakeOllama]> {
  return [await start(), await start()];
}

async function answer(
  hosts: readonly FakeOllama[],
  { log, history = [] }: { log?: Log; history?: readonly Turn[] } = {},
): Promise<{ text: string; end: string }> {
  const { deps } = await createWorld([{ id: 1, title: 'Lease', texts: ['The rent is 935 EUR a month.'] }]);
  const addresses = hosts.map(({ host }) => host);
  const chatModel = new OllamaChatModel({ hosts: addresses, model: 'smollm2', contextTokens: 4_096, keepAlive: '5m' });
  const { signal } = new AbortController();
  const { events, error } = await collectFailed(
    answerQuestion(ask('How high is the rent?', { history }), { ...deps, chatModel, log: log ?? deps.log }, { signal }),
  );
  const text = events.map((event) => (event.type === 'token' ? event.text : '')).join('');
  if (isKnownError(error)) return { text, end: `error ${error.code}` };
  const last = events.at(-1);
  return { text, end: last?.type === 'done' ? last.outcome : 'unfinished' };
}
