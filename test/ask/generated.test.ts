import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerQuestion } from '../../src/ask/answer.ts';
import { createCalibration } from '../../src/ask/chat/calibration.ts';
import type { Question } from '../../src/ask/question.ts';
import { ConfigError, UnavailableError } from '../../src/errors.ts';
import type { AnswerEvent } from '../../src/model.ts';
import type { ChatModel } from '../../src/ports.ts';
import { type ChatReply, createScriptedChatModel, type ScriptedChatModel } from '../fakes/scripted-chat-model.ts';
import { ask, collect, collectFailed, createWorld, type World } from './world.ts';

const LEASE = {
  id: 4,
  title: 'Lease',
  created: '2015-04-20',
  tags: [2],
  texts: ['The rent is 935 EUR a month. The tenants pay a deposit of 2,805 EUR.'],
};
const NOTICE = {
  id: 5,
  title: 'Notice',
  tags: [2],
  texts: ['From 1 July 2021 the new rent will be 985 EUR, as agreed upon by both of us in our last talk about it.'],
};
const QUESTION = 'How high is the rent?';

describe('a generated answer', () => {
  it('streams what the model says, with its checked citations and the name of the model', async () => {
    const { events, model } = await answer(['The rent is ', '935', ' EUR [', '1', '].']);
    assert.equal(textOf(events), 'The rent is 935 EUR [1].');
    const done = doneOf(events);
    assert.equal(done.outcome, 'answered');
    assert.equal(done.model, 'scripted');
    assert.deepEqual(
      done.citations.map(({ n, checked }) => [n, checked]),
      [[1, true]],
    );
    assert.equal(done.degraded, undefined);
    assert.equal(done.near, undefined);
    assert.equal(model.requests.length, 1);
  });

  it('tells its events in order, and when the first text came', async () => {
    const { events } = await answer(['The rent is ', '935 EUR [1].']);
    const told = events.map((event) => (event.type === 'phase' ? event.name : event.type));
    assert.deepEqual(told, ['searching', 'checking', 'sources', 'answering', 'token', 'token', 'done']);
    const { timings } = doneOf(events);
    assert.deepEqual(Object.keys(timings), ['search_ms', 'check_ms', 'first_token_ms', 'answer_ms', 'total_ms']);
  });

  it('is marked where the model made a number up', async () => {
    const { events } = await answer(['The rent is 999 EUR [1].']);
    assert.deepEqual(
      doneOf(events).citations.map(({ checked }) => checked),
      [false],
    );
  });

  it('reads in the direction it was written in, and holds nothing that can not be seen', async () => {
    const { events } = await answer(['The rent is \u202e539\u202d EUR\u0000\u001b[31m', '\u0007 [1].\n\tYes.']);
    assert.equal(textOf(events), 'The rent is 539 EUR[31m [1].\n\tYes.');
  });

  it('cites no source that there is not', async () => {
    const { events } = await answer(['The rent is 935 EUR [99].']);
    assert.equal(textOf(events), 'The rent is 935 EUR.');
    assert.deepEqual(doneOf(events).citations, []);
    assert.match(doneOf(events).degraded ?? '', /named no source/);
  });

  it('understands 【1】 and markers in a list, split over pieces', async () => {
    const { events } = await answer(['The rent is 935 EUR ', '【', '1', '】, then 985 EUR [', '1,', ' 2', ']', '.']);
    assert.equal(textOf(events), 'The rent is 935 EUR [1], then 985 EUR [1][2].');
  });

  it('shows nothing of what the model only thought', async () => {
    const { events } = await answer(['<th', 'ink>Is it [2]?', ' 999 EUR?</thi', 'nk>\n\n', 'It is 935 EUR [1].']);
    assert.equal(textOf(events), 'It is 935 EUR [1].');
  });

  it('keeps what a model said that stopped in mid-sentence', async () => {
    const { events } = await answer(['The rent is 935 EUR [1], and the deposit [', '1']);
    assert.equal(textOf(events), 'The rent is 935 EUR [1], and the deposit');
    assert.equal(doneOf(events).outcome, 'answered');
  });

  it('holds no word of question or documents in the log', async () => {
    const { world } = await answer(['The rent is 935 EUR [1].']);
    assert.doesNotMatch(JSON.stringify(world.logged), /rent|lease|935/i);
  });

  it('calibrates how long a token is', async () => {
    const world = await createSample();
    const calibration = createCalibration();
    const model = createScriptedChatModel(() => ({ pieces: ['Yes [1].'], promptTokens: 5_000 }));
    await run({ ...world, deps: { ...world.deps, chatModel: model, calibration } }, ask(QUESTION));
    assert.ok(calibration.charsPerToken < createCalibration().charsPerToken);
  });

  it('says so when the prompt did not fit into the context', async () => {
    const { events } = await answer({ pieces: ['The rent is 935 EUR [1].'], promptTokens: 8_192 });
    assert.match(doneOf(events).degraded ?? '', /CHAT_NUM_CTX/);
  });
});

describe('an answer that is not in the sources', () => {
  it('is not found, with the nearest misses and without the marker', async () => {
    const { events, model } = await answer(['NOT', '_IN_', 'SOURCES', '. In general, rents are high.']);
    assert.equal(textOf(events), '');
    const done = doneOf(events);
    assert.equal(done.outcome, 'not_found');
    assert.equal(done.model, 'scripted');
    assert.deepEqual(
      done.near?.map(({ n }) => n),
      [1, 2],
    );
    assert.deepEqual(
      model.requests.map(({ ended }) => ended),
      ['abandoned'],
    );
  });

  it('does not make its filter an empty one', async () => {
    const { events } = await answer(['NOT_IN_SOURCES'], ask(QUESTION, { filters: { tags: ['house'] } }));
    assert.equal(doneOf(events).outcome, 'not_found');
  });

  it('costs no request when nothing is found', async () => {
    for (const [filters, outcome] of [
      [{}, 'not_found'],
      [{ tags: ['house'] }, 'nothing_in_scope'],
    ] as const) {
      const { events, model } = await answer(['Giraffes are tall.'], ask('giraffe', { filters }));
      assert.equal(doneOf(events).outcome, outcome);
      assert.deepEqual(model.requests, []);
    }
  });

  it('leaves a part of an answer an answer', async () => {
    const { events } = await answer(['The rent is 935 EUR [1]. The rest: NOT_IN_SOURCES']);
    assert.equal(textOf(events), 'The rent is 935 EUR [1]. The rest: ');
    assert.equal(doneOf(events).outcome, 'answered');
  });
});

describe('a chat model that fails', () => {
  it('is replaced by quotations when it can not be reached, and the answer says why', async () => {
    const { events } = await answer({ pieces: [], failAfter: 0 });
    const done = doneOf(events);
    assert.equal(done.outcome, 'extractive');
    assert.equal(done.model, null);
    assert.match(done.degraded ?? '', /quotations.*no host answers/);
    assert.match(textOf(events), /^> “The rent is 935 EUR a month/);
  });

  it('is an error after the first text, which is kept', async () => {
    const pieces = Array.from({ length: 12 }, (_, index) => `word${index} `);
    const { events, error } = await fail({ pieces, failAfter: 10 });
    assert.match(textOf(events), /^word0 .*word9/);
    assert.ok(error instanceof UnavailableError && error.message === 'stopped in the middle');
  });

  for (const [name, pieces] of [
    ['says nothing', []],
    ['only thinks and never stops', ['<think>', 'I wonder', ' whether']],
    ['only echoes markers', ['[1]', ',[2]', ',[3]']],
    ['only writes blanks', [' ', '\n\n']],
  ] as const) {
    it(`is replaced by quotations when it ${name}`, async () => {
      const { events } = await answer(pieces);
      assert.equal(doneOf(events).outcome, 'extractive');
      assert.match(doneOf(events).degraded ?? '', /answered nothing/);
    });
  }

  it('is replaced by quotations when its prompt filled the whole context and nothing was answered', async () => {
    for (const pieces of [[], ['<think>', 'I wonder']]) {
      const { events } = await answer({ pieces, promptTokens: 8_192 });
      assert.equal(doneOf(events).outcome, 'extractive');
      assert.match(doneOf(events).degraded ?? '', /context is full|CHAT_NUM_CTX/);
    }
  });

  it('is replaced by quotations when it is set up wrongly: a login page at its address was an error to every asker', async () => {
    const { deps, logged } = await createSample();
    const chatModel: ChatModel = {
      model: 'x',
      contextTokens: 8_192,
      // biome-ignore lint/correctness/useYield: it fails before the first piece.
      async *stream() {
        throw new ConfigError('What answers there is not Ollama.');
      },
    };
    const events = await run({ deps: { ...deps, chatModel } }, ask(QUESTION));
    assert.equal(doneOf(events).outcome, 'extractive');
    assert.match(doneOf(events).degraded ?? '', /not Ollama/);
    assert.match(JSON.stringify(logged.find(({ level }) => level === 'warn')), /not Ollama/);
  });
});

describe('leaving a generated answer', () => {
  it('reaches the model within the same tick', async () => {
    const world = await createSample();
    const model = createScriptedChatModel(() => ({ pieces: ['never'], gate: new Promise(() => {}) }));
    const abort = new AbortController();
    const reading = collect(
      answerQuestion(ask(QUESTION), { ...world.deps, chatModel: model }, { signal: abort.signal }),
    );
    while (model.requests.length === 0) await new Promise(setImmediate);
    abort.abort();
    assert.equal(model.requests[0]?.ended, 'abandoned');
    await assert.rejects(reading, { name: 'AbortError' });
  });

  it('ends the request when the reader just stops reading', async () => {
    const world = await createSample();
    const model = createScriptedChatModel(() => new Array(1_000).fill('word '));
    const { signal } = new AbortController();
    for await (const { type } of answerQuestion(ask(QUESTION), { ...world.deps, chatModel: model }, { signal })) {
      if (type === 'token') break;
    }
    assert.equal(model.requests[0]?.ended, 'abandoned');
  });
});

async function createSample(): Promise<World> {
  return createWorld([LEASE, NOTICE], { names: { tag: { 2: 'house' } } });
}

async function answer(
  reply: ChatReply | readonly string[],
  question = ask(QUESTION),
): Promise<{ events: AnswerEvent[]; model: ScriptedChatModel; world: World }> {
  const world = await createSample();
  const model = createScriptedChatModel(() => reply);
  return { events: await run({ ...world, deps: { ...world.deps, chatModel: model } }, question), model, world };
}

async function fail(reply: ChatReply | readonly string[]) {
  const { deps } = await createSample();
  const chatModel = createScriptedChatModel(() => reply);
  const { signal } = new AbortController();
  return collectFailed(answerQuestion(ask(QUESTION), { ...deps, chatModel }, { signal }));
}

async function run({ deps }: Pick<World, 'deps'>, question: Question): Promise<AnswerEvent[]> {
  return collect(answerQuestion(question, deps, { signal: new AbortController().signal }));
}

function textOf(events: readonly AnswerEvent[]): string {
  return events.map((event) => (event.type === 'token' ? event.text : '')).join('');
}

function doneOf(events: readonly AnswerEvent[]) {
  const done = events.find((event) => event.type === 'done');
  return done ?? assert.fail(`not done: ${JSON.stringify(events.at(-1))}`);
}
