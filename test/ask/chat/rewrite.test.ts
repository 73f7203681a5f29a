import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerQuestion } from '../../../src/ask/answer.ts';
import type { AnswerEvent } from '../../../src/model.ts';
import { type ChatReply, createScriptedChatModel } from '../../fakes/scripted-chat-model.ts';
import { ask, collect, createWorld } from '../world.ts';

const DOCUMENTS = [2021, 2022].map((year, index) => ({
  id: index + 1,
  title: `Brightline invoice March ${year}`,
  texts: [`Brightline Telecom\nInvoice for March ${year}\nTotal including VAT | | EUR ${41 + index}.18`],
}));
const HISTORY = [{ q: 'What was the total of the Brightline invoice in March 2021?', answer: 'It was 41.18 EUR [1].' }];
const FOLLOW_UP = ask('And the year after?', { history: HISTORY });
const REWRITTEN = 'What was the total of the Brightline invoice in March 2022?';

describe('a follow-up', () => {
  it('is rewritten to stand alone; that is what is searched, and both go into the prompt', async () => {
    const { events, requests } = await followUp([REWRITTEN], ['It was 42.18 EUR [1].']);
    const told = events.map((event) => (event.type === 'phase' ? event.name : event.type));
    assert.deepEqual(told.slice(0, 3), ['rewriting', 'searching', 'checking']);
    assert.deepEqual([sourcesOf(events)[0]?.document_id, requests.length], [2, 2]);
    const [rewrite, final] = requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
    assert.match(rewrite ?? '', /March 2021\?[\s\S]*41\.18[\s\S]*And the year after\?/);
    assert.match(final ?? '', /Question: And the year after\?\nIn other words: What was the total/);
    assert.ok('rewrite_ms' in timingsOf(events));
  });

  it('costs one request when no history is sent', async () => {
    const model = createScriptedChatModel(() => ['It was 42.18 EUR [1].']);
    const world = await createWorld(DOCUMENTS);
    const { signal } = new AbortController();
    await collect(answerQuestion(ask(REWRITTEN, { history: [] }), { ...world.deps, chatModel: model }, { signal }));
    assert.equal(model.requests.length, 1);
  });

  for (const [name, reply] of [
    ['in quotation marks', [`"${REWRITTEN}"`]],
    ['behind a label', [`**Rewritten question:** ${REWRITTEN}`]],
    ['after thinking aloud', ['Okay, the user means 2022.</think>\n', REWRITTEN]],
    ['followed by an explanation', [REWRITTEN, '\n\nI replaced the year.']],
  ] as const) {
    it(`is understood ${name}`, async () => {
      const { requests } = await followUp(reply, ['42.18 EUR [1].']);
      assert.ok(requests[1]?.messages.at(-1)?.content.includes(`In other words: ${REWRITTEN}\n`));
    });
  }

  for (const [name, reply] of [
    ['the model can not be reached', { pieces: [], failAfter: 0 }],
    ['it breaks in the middle', { pieces: ['What was'], failAfter: 1 }],
    ['the model writes nothing', []],
    ['the model never stops thinking', ['<think>2022 or 2020?']],
    ['the model writes an essay', ['Brightline '.repeat(100)]],
  ] as const) {
    it(`is searched with the question before it when ${name}`, async () => {
      const { events, requests } = await followUp(reply, ['It was 42.18 EUR [1].']);
      assert.equal(sourcesOf(events)[0]?.document_id, 2);
      assert.equal(requests.length, 2);
      assert.doesNotMatch(requests[1]?.messages.at(-1)?.content ?? '', /In other words/);
    });
  }

  it('is quoted for when there is no model at all any more', async () => {
    const down = { pieces: [], failAfter: 0 };
    const { events } = await followUp(down, down);
    const done = events.find((event) => event.type === 'done');
    assert.equal(done?.outcome, 'extractive');
    assert.match(done?.degraded ?? '', /no host answers/);
  });

  it('can be left while it is being rewritten', async () => {
    const model = createScriptedChatModel(() => ({ pieces: ['x'], gate: new Promise(() => {}) }));
    const world = await createWorld(DOCUMENTS);
    const abort = new AbortController();
    const reading = collect(answerQuestion(FOLLOW_UP, { ...world.deps, chatModel: model }, { signal: abort.signal }));
    while (model.requests.length === 0) await new Promise(setImmediate);
    abort.abort();
    await assert.rejects(reading, { name: 'AbortError' });
    assert.equal(model.requests.length, 1);
  });
});

async function followUp(rewrite: ChatReply | readonly string[], reply: ChatReply | readonly string[]) {
  const model = createScriptedChatModel((_, request) => (request === 0 ? rewrite : reply));
  const world = await createWorld(DOCUMENTS);
  const { signal } = new AbortController();
  const events = await collect(answerQuestion(FOLLOW_UP, { ...world.deps, chatModel: model }, { signal }));
  return { events, requests: model.requests };
}

function sourcesOf(events: readonly AnswerEvent[]) {
  return events.find((event) => event.type === 'sources')?.sources ?? assert.fail('there are no sources');
}

function timingsOf(events: readonly AnswerEvent[]) {
  return events.find((event) => event.type === 'done')?.timings ?? assert.fail('not done');
}
