import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { answerQuestion } from '../../src/ask/answer.ts';
import { isKnownError } from '../../src/errors.ts';
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
});

async function startTwo(): Promise<[FakeOllama, FakeOllama]> {
  const hosts: [FakeOllama, FakeOllama] = [await FakeOllama.start(), await FakeOllama.start()];
  started.push(...hosts);
  return hosts;
}

async function answer(hosts: readonly FakeOllama[]): Promise<{ text: string; end: string }> {
  const { deps } = await createWorld([{ id: 1, title: 'Lease', texts: ['The rent is 935 EUR a month.'] }]);
  const addresses = hosts.map(({ host }) => host);
  const chatModel = new OllamaChatModel({ hosts: addresses, model: 'smollm2', contextTokens: 4_096, keepAlive: '5m' });
  const { signal } = new AbortController();
  const { events, error } = await collectFailed(
    answerQuestion(ask('How high is the rent?'), { ...deps, chatModel }, { signal }),
  );
  const text = events.map((event) => (event.type === 'token' ? event.text : '')).join('');
  if (isKnownError(error)) return { text, end: `error ${error.code}` };
  const last = events.at(-1);
  return { text, end: last?.type === 'done' ? last.outcome : 'unfinished' };
}
