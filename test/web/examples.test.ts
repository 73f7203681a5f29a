import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Question } from '../../src/ask/question.ts';
import { createExamples } from '../../src/web/examples.ts';
import { en } from '../../src/web/words/en.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createScriptedAnswers, SOURCE } from '../fakes/scripted-answers.ts';
import { SILENT_LOG } from '../fakes/silent-log.ts';

const EVERYONE = { kind: 'everyone' } as const;
const WORDS = en;

/** Each correspondent has one document, by its place in the list; `tell` is what is quoted of it. */
function createWorld(tell: (question: Pick<Question, 'q' | 'filters'>) => { id: number; text: string } | undefined) {
  const clock = createManualClock();
  let asked = 0;
  const correspondents = ['Anna', 'Bert', 'Cora', 'Dora'];
  const answers = {
    ...createScriptedAnswers(() => []),
    quote: async (question: Question) => {
      asked += 1;
      const told = tell(question);
      const outcome = told === undefined ? ('not_found' as const) : ('extractive' as const);
      const sources = told === undefined ? [] : [{ ...SOURCE, document_id: told.id }];
      return {
        answer: `> “${told?.text}” [1]`,
        sources,
        proposed: [],
        outcome,
        citations: [],
        model: null,
        timings: {},
      };
    },
  };
  const read = async (kind: string) => ({
    names: (kind === 'correspondent' ? correspondents : ['Invoice', 'Letter']).map((name) => ({
      name,
      count: 1,
    })),
    isStale: false,
  });
  const examples = createExamples({ answers, clock, log: SILENT_LOG, names: { read, last: () => [] } });
  return { examples, clock, correspondents, countAsked: () => asked };
}

describe('createExamples', () => {
  it('shows questions that are answered from the documents they are about, each about somebody else', async () => {
    const { examples } = createWorld(({ q }) => ({ id: q.length, text: 'EUR 46.33' }));
    assert.deepEqual(await examples.read(EVERYONE, WORDS), [
      'What does Anna write about?',
      'What is the total of the Invoice from Bert?',
      'What is the total of the Invoice from Cora?',
    ]);
  });

  it('never shows "the total of the latest Invoice" when no amount is found', async () => {
    const { examples } = createWorld(({ q }) => ({ id: q.length, text: 'no amount' }));
    const shown = await examples.read(EVERYONE, WORDS);
    assert.equal(shown.length, 3);
    assert.ok(shown.every((q) => !q.includes('total')));
  });

  it('shows no question that other documents answer, and none that nothing answers', async () => {
    const other = createWorld(({ filters }) => ({ id: filters === undefined ? 1 : 2, text: '1.50' }));
    assert.deepEqual(await other.examples.read(EVERYONE, WORDS), []);
    const nothing = createWorld(() => undefined);
    assert.deepEqual(await nothing.examples.read(EVERYONE, WORDS), []);
    assert.ok(nothing.countAsked() <= 12);
  });

  it('looks once in ten minutes, for each asker on their own, and shows the last ones meanwhile', async () => {
    const { examples, clock, countAsked } = createWorld(({ q }) => ({ id: q.length, text: '1.50' }));
    await Promise.all([examples.read(EVERYONE, WORDS), examples.read(EVERYONE, WORDS)]);
    const once = countAsked();
    await examples.read(EVERYONE, WORDS);
    assert.equal(countAsked(), once);
    await examples.read({ kind: 'user', name: 'anna' }, WORDS);
    assert.equal(countAsked(), 2 * once);
    clock.advance(600_000);
    assert.equal((await examples.read(EVERYONE, WORDS)).length, 3);
    await setImmediate();
    assert.equal(countAsked(), 3 * once);
  });

  it('shows no name that was hidden from the asker since', async () => {
    const { examples, correspondents } = createWorld(({ q }) => ({ id: q.length, text: '1.50' }));
    assert.equal((await examples.read(EVERYONE, WORDS)).length, 3);
    correspondents.splice(correspondents.indexOf('Bert'), 1);
    const shown = await examples.read(EVERYONE, WORDS);
    assert.ok(shown.length === 2 && shown.every((q) => !q.includes('Bert')), shown.join());
  });

  it('has none, and tries again, when the library can not be asked', async () => {
    let isDown = true;
    const { examples } = createWorld(({ q }) => {
      if (isDown) throw new Error('down');
      return { id: q.length, text: '1.50' };
    });
    assert.deepEqual(await examples.read(EVERYONE, WORDS), []);
    isDown = false;
    assert.equal((await examples.read(EVERYONE, WORDS)).length, 3);
  });
});
