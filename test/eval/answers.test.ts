import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSource, createWorld } from '../ask/world.ts';
import { createScriptedChatModel } from '../fakes/scripted-chat-model.ts';
import { judgeAnswers, type ModelAnswer, measureAnswers } from './answers.ts';
import { createCarelessModel, createFaithfulModel } from './scripted-readers.ts';

const GAS = { n: 1, text: 'Zu zahlen sind 612,40 EUR.', passage: '5-0' };
const CAT = { n: 2, text: 'The cat weighed 3.42 kg.', passage: '6-0' };

describe('the measure of answers', () => {
  it('tells questions recognised as unanswerable from answers refused for nothing', () => {
    const judged = judgeAnswers([
      answer({ isAnswerable: false, outcome: 'not_found' }),
      answer({ isAnswerable: false, outcome: 'nothing_in_scope' }),
      answer({ isAnswerable: false, outcome: 'answered' }),
      answer({ isAnswerable: true, outcome: 'not_found' }),
      answer({ isAnswerable: true, outcome: 'answered' }),
    ]);
    assert.deepEqual(judged.recognised, [1, 1, 0]);
    assert.deepEqual(judged.refused, [1, 0]);
  });

  it('counts a model that could not be had neither for nor against it', () => {
    const judged = judgeAnswers([
      answer({ isAnswerable: false, outcome: 'extractive' }),
      answer({ isAnswerable: true, outcome: 'extractive' }),
    ]);
    assert.deepEqual([judged.recognised, judged.refused, judged.unanswered], [[], [], 2]);
  });

  it('holds every marker of an answer against the passage it names', () => {
    const { supported } = judgeAnswers([answer({ text: 'It was 612,40 EUR [1]. So they say [2][1].' })]);
    assert.deepEqual(supported, [1, 0, 1]);
  });

  it('says how often a wrong citation is shown as checked', () => {
    const citations = [
      { n: 1, passage: '5-0', checked: true },
      { n: 2, passage: '6-0', checked: true },
    ];
    const { checkedRight, checkedWrong } = judgeAnswers([
      answer({ text: 'It is 612,40 [1], and more [2].', citations }),
    ]);
    assert.deepEqual([checkedRight, checkedWrong], [[1], [1]]);
  });

  it('counts an answer without any marker', () => {
    assert.deepEqual(judgeAnswers([answer({ text: 'It was 612,40 EUR.' })]).uncited, [1]);
    assert.deepEqual(judgeAnswers([answer({ text: 'It was 612,40 EUR [1].' })]).uncited, [0]);
  });
});

describe('a scripted model under that measure', () => {
  const documents = [
    { id: 5, title: 'Gas bill', texts: ['The gas bill is 612,40 EUR.'] },
    { id: 6, title: 'The cat', texts: ['The cat has no gas bill and weighed 3.42 kg.'] },
  ];
  const questions = [
    { id: 'a', q: 'How much was the gas bill?', evidence: 'bill is 612,40 EUR', answerable: true },
    { id: 'b', q: 'What did the cat weigh, and its bill?', evidence: 'weighed 3.42 kg', answerable: true },
    { id: 'c', q: 'Who paid the gas bill?', evidence: null, answerable: false },
  ].map((one) => ({ language: 'en', kind: '', gold: [], ...one }));

  it('that cites what it quotes and knows what is missing scores 1', async () => {
    const { deps } = await createWorld(documents);
    const judged = judgeAnswers(await measureAnswers(questions, deps, createFaithfulModel));
    assert.deepEqual(judged.supported, [1, 1]);
    assert.deepEqual(judged.checkedRight, [1, 1]);
    assert.deepEqual([judged.recognised, judged.refused], [[1], [0, 0]]);
  });

  it('that can not be had is counted, and ends nothing', async () => {
    const { deps } = await createWorld(documents);
    const warn = () => assert.fail('a warning ends the measuring');
    const down = () => createScriptedChatModel(() => ({ pieces: [], failAfter: 0 }));
    const judged = judgeAnswers(await measureAnswers(questions, { ...deps, log: { ...deps.log, warn } }, down));
    assert.equal(judged.unanswered, 3);
  });

  it('that cites another source, and answers everything, scores 0', async () => {
    const { deps } = await createWorld(documents);
    const judged = judgeAnswers(await measureAnswers(questions, deps, createCarelessModel));
    assert.deepEqual(judged.supported, [0, 0]);
    assert.deepEqual(judged.checkedWrong, [0, 0]);
    assert.deepEqual([judged.recognised, judged.refused], [[0], [0, 0]]);
  });
});

function answer(fields: Partial<ModelAnswer>): ModelAnswer {
  return {
    isAnswerable: true,
    outcome: 'answered',
    text: '',
    sources: [GAS, CAT].map(createSource),
    citations: [],
    evidence: ['612,40 EUR'],
    ...fields,
  };
}
