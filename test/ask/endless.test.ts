import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerQuestion } from '../../src/ask/answer.ts';
import { createCalibration } from '../../src/ask/chat/calibration.ts';
import { buildPrompt } from '../../src/ask/chat/prompt.ts';
import { createScriptedChatModel } from '../fakes/scripted-chat-model.ts';
import { ask, collect, createSource, createWorld } from './world.ts';

const LEASE = { id: 4, title: 'Lease', texts: ['The rent is 935 EUR a month.'] };
const { signal } = new AbortController();

/** What is answered, and how the requests to the model ended, when it says `pieces` to whatever it is asked. */
async function answer(pieces: readonly string[], history?: readonly { q: string; answer: string }[]) {
  const world = await createWorld([LEASE]);
  const chatModel = createScriptedChatModel(() => pieces);
  const question = ask('How high is the rent?', history && { history });
  const events = await collect(answerQuestion(question, { ...world.deps, chatModel }, { signal }));
  const done = events.find((event) => event.type === 'done') ?? assert.fail('not done');
  const text = events.map((event) => (event.type === 'token' ? event.text : '')).join('');
  return { text, done, ended: chatModel.requests.map((request) => request.ended) };
}

/** Half a million characters at least, a hundred times `text` a piece. */
const repeat = (text: string) => new Array<string>(Math.ceil(5_000 / text.length)).fill(text.repeat(100));

describe('a model without an end', () => {
  it('that repeats itself is cut off, what it said is kept, and the answer says so', async () => {
    for (const piece of ['and so on ', 'and so on '.repeat(10_000)]) {
      const { text, done, ended } = await answer(['The rent is 935 EUR [1]. ', ...repeat(piece)]);
      assert.deepEqual([done.outcome, done.model, ended], ['answered', 'scripted', ['abandoned']]);
      assert.match(done.degraded ?? '', /had no end and was cut off/);
      assert.ok(text.startsWith('The rent is 935 EUR [1]. and so on') && text.length < 50_000, `${text.length}`);
    }
  });

  it('that only ever thinks, or writes no word, is replaced by quotations', async () => {
    for (const piece of ['Hm. ', '<think>Hm. ', '[1]', '***', ' ', '\n', '[99]']) {
      const { done, ended } = await answer(['<think>', ...repeat(piece)].slice(piece === 'Hm. ' ? 0 : 1));
      assert.deepEqual([done.outcome, ended], ['extractive', ['abandoned']], piece);
      assert.match(done.degraded ?? '', /went on without an answer/);
    }
  });

  it('is not waited for when it should only rewrite a question', async () => {
    for (const piece of ['Hm. ', '\n'])
      for (const first of ['', '<think>']) {
        const { ended } = await answer([first, ...repeat(piece)], [{ q: 'And the lease?', answer: 'Yes.' }]);
        assert.deepEqual(ended, ['abandoned', 'abandoned']);
      }
  });
});

it('a conversation full of blanks is a prompt at once: 64 KiB of them held the program up for seconds', () => {
  const history = [{ q: 'a', answer: `y${' \t'.repeat(500_000)}x` }];
  const rest = { household: undefined, nonce: 'n', contextTokens: 8_192, calibration: createCalibration() };
  const { messages } = buildPrompt({ question: 'q', history, sources: [createSource({ n: 1 })], ...rest });
  assert.equal(messages.length, 2);
});
