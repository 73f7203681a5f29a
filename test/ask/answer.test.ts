import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { answerQuestion } from '../../src/ask/answer.ts';
import type { Question } from '../../src/ask/question.ts';
import { SignInError, UnavailableError, UsageError } from '../../src/errors.ts';
import type { AnswerEvent } from '../../src/model.ts';
import { ask, collect, collectFailed, createWorld, type World } from './world.ts';

const INVOICES = [2020, 2021, 2022].map((year, index) => ({
  id: index + 1,
  title: `Brightline invoice March ${year}`,
  created: `${year}-03-04`,
  correspondent: 1,
  tags: [1],
  texts: [
    `Brightline Telecom\nInvoice for March ${year}\nRental Larkbox | 01.03. - 31.03. | EUR 3.50\n` +
      `Total including VAT | | EUR ${40 + index}.18\nThank you for staying with us. We take the money by direct debit.`,
  ],
}));
const LEASE = {
  id: 4,
  title: 'Lease',
  created: '2015-04-20',
  tags: [2],
  texts: ['The rent is 935 EUR a month. The tenants pay a deposit of 2,805 EUR.'],
};
const NAMES = { correspondent: { 1: 'Brightline Telecom' }, tag: { 1: 'phone', 2: 'house' } };

describe('answerQuestion', () => {
  it('quotes the line that gives the amount, from the invoice asked for', async () => {
    const events = await answer(
      await createSample(),
      ask('What was the total of the Brightline invoice in March 2021?'),
    );
    const [best] = sourcesOf(events);
    assert.deepEqual([best?.n, best?.document_id, best?.correspondent], [1, 2, 'Brightline Telecom']);
    assert.equal(tokensOf(events)[0], '> “Total including VAT | | EUR 41.18” [1]');
    assert.deepEqual(doneOf(events).citations[0], { n: 1, passage: '2-0', checked: true });
    assert.equal(doneOf(events).outcome, 'extractive');
    assert.equal(doneOf(events).model, null);
  });

  it('puts quotations in the marks of the language that is asked in: a German page had English ones', async () => {
    const question = ask('How high is the rent?', { quotationMarks: ['„', '“'] });
    const [first] = tokensOf(await answer(await createSample(), question));
    assert.match(first ?? '', /^> „The rent is 935 EUR a month\..*“ \[1\]$/);
  });

  it('tells its events in order: phases, sources before the first token, done last', async () => {
    const events = await answer(await createSample(), ask('How high is the rent?'));
    const told = events.map((event) => (event.type === 'phase' ? event.name : event.type));
    assert.deepEqual(told.slice(0, 5), ['searching', 'checking', 'sources', 'answering', 'token']);
    assert.equal(told.at(-1), 'done');
    assert.deepEqual(doneOf(events).timings, { search_ms: 1, check_ms: 1, answer_ms: 1, total_ms: 3 });
  });

  it('says which words of the question are in no source, in the spelling of the question', async () => {
    const missingOf = (events: readonly AnswerEvent[]) =>
      events.flatMap((event) => (event.type === 'done' ? [event.missing_words] : []));
    const world = await createSample();
    assert.deepEqual(missingOf(await answer(world, ask('Guinea pigs in the rent?'))), [['Guinea', 'pigs']]);
    assert.deepEqual(missingOf(await answer(world, ask('How high is the rent?'))), [['high']]);
    assert.deepEqual(missingOf(await answer(world, ask('the deposit of the tenants'))), [undefined]);
    assert.deepEqual(missingOf(await answer(world, ask('giraffe'))), [undefined]);
  });

  it('stays inside the filter, even when the answer is outside', async () => {
    const events = await answer(await createSample(), ask('How high is the rent?', { filters: { tags: ['Phone'] } }));
    assert.ok(sourcesOf(events).every(({ document_id }) => document_id !== 4));
  });

  it('says that a scope has nothing, and not that there is nothing at all', async () => {
    const world = await createSample();
    assert.equal(
      doneOf(await answer(world, ask('giraffe', { filters: { tags: ['house'] } }))).outcome,
      'nothing_in_scope',
    );
    const events = await answer(world, ask('giraffe'));
    assert.equal(doneOf(events).outcome, 'not_found');
    assert.deepEqual(sourcesOf(events), []);
    assert.deepEqual(tokensOf(events), []);
  });

  it('quotes the total of the one invoice within the filters for "How much was it?", which names nothing', async () => {
    const filters = { correspondent: 'Brightline Telecom', created_from: '2021-01-01', created_to: '2021-12-31' };
    const events = await answer(await createSample(), ask('How much was it?', { filters }));
    assert.deepEqual(tokensOf(events), ['> “Total including VAT | | EUR 41.18” [1]']);
    assert.equal(doneOf(events).outcome, 'extractive');
  });

  it('says that nothing was found, not that there is nothing, when a filter holds documents that only come near', async () => {
    const world = await createWorld([{ id: 1, title: 'Blank page', tags: [1], texts: [''] }], { names: NAMES });
    const { outcome, near } = doneOf(await answer(world, ask('blank page', { filters: { tags: ['phone'] } })));
    assert.deepEqual([outcome, near?.length], ['not_found', 1]);
  });

  it('shows a document without text as near, not as an answer', async () => {
    const world = await createWorld([{ id: 1, title: 'Blank page', texts: [''] }]);
    const events = await answer(world, ask('blank page'));
    assert.equal(doneOf(events).outcome, 'not_found');
    assert.deepEqual(
      doneOf(events).near?.map(({ document_id }) => document_id),
      [1],
    );
  });

  it('moves on to the year after in a follow-up', async () => {
    const history = [{ q: 'What was the total of the Brightline invoice in March 2021?', answer: '' }];
    const events = await answer(await createSample(), ask('And the year after that?', { history }));
    assert.equal(tokensOf(events)[0], '> “Total including VAT | | EUR 42.18” [1]');
  });

  it('never shows a document that went into the trash since the last tick', async () => {
    const world = await createSample();
    world.library.trash(2);
    const events = await answer(world, ask('What was the total of the Brightline invoice in March 2021?'));
    assert.deepEqual(
      sourcesOf(events)
        .map(({ document_id }) => document_id)
        .filter((id) => id === 2),
      [],
    );
    assert.ok(sourcesOf(events).length > 0);
  });

  it('goes on without Paperless and says that nothing was checked', async () => {
    const world = await createSample();
    world.library.onCall('visible', 1, () => {
      throw new UnavailableError('paperless', 'Paperless does not answer');
    });
    const done = doneOf(await answer(world, ask('How high is the rent?')));
    assert.equal(done.outcome, 'extractive');
    assert.match(done.degraded ?? '', /Paperless could not be reached/);
  });

  it('refuses an unknown name in a filter before anything else', async () => {
    const message = 'there is no tag "hose": did you mean "house"?';
    const { events, error } = await fail(await createSample(), ask('rent', { filters: { tags: ['hose'] } }));
    assert.deepEqual([events, error instanceof UsageError && error.message], [[], message]);
  });

  it('tells that nothing is indexed yet', async () => {
    const { deps, ...world } = await createSample();
    const index = { ...world.index, reader: async () => undefined };
    const { events, error } = await fail({ deps: { ...deps, index } }, ask('rent'));
    assert.deepEqual(events, []);
    assert.ok(error instanceof UnavailableError);
  });

  it('refuses a Paperless user while their rights are not known', async () => {
    const { events, error } = await fail(await createSample(), { q: 'rent', asker: { kind: 'user', name: 'anna' } });
    assert.deepEqual(events, []);
    assert.ok(error instanceof SignInError);
  });

  it('throws what fails on the way, for its caller to log and to tell', async () => {
    const world = await createSample();
    const bug = new TypeError('a bug');
    world.library.onCall('visible', 1, () => {
      throw bug;
    });
    assert.equal((await fail(world, ask('rent'))).error, bug);
    assert.deepEqual(world.logged, []);
  });

  it('logs one line about an answer, without a word of question or documents', async () => {
    const world = await createSample();
    await answer(world, ask('How high is the rent?'));
    assert.equal(world.logged.length, 1);
    assert.doesNotMatch(JSON.stringify(world.logged), /rent|lease|935/i);
  });

  it('stops at an abort and rejects: half an answer never looks like a whole one', async () => {
    const world = await createSample();
    const abort = new AbortController();
    const seen: string[] = [];
    const run = async () => {
      for await (const { type } of answerQuestion(ask('How high is the rent?'), world.deps, abort)) {
        seen.push(type);
        if (type === 'sources') abort.abort();
      }
    };
    await assert.rejects(run(), { name: 'AbortError' });
    assert.deepEqual(seen, ['phase', 'phase', 'sources']);
  });

  it('does not begin when it was aborted before', async () => {
    const world = await createSample();
    const iterator = answerQuestion(ask('rent'), world.deps, { signal: AbortSignal.abort() });
    await assert.rejects(collect(iterator), { name: 'AbortError' });
    assert.equal(world.library.calls.visible, 0);
  });

  it('answers whatever people type with events in order', async () => {
    const world = await createSample();
    const hostile = fc.constantFrom(
      '"',
      "'; DROP TABLE passages; --",
      'NEAR(rent, 2)',
      'rent* OR',
      '?!…',
      '\u0000',
      '🦒',
      '[1]',
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostile, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })), async (q) => {
        const types = (await answer(world, ask(q))).map(({ type }) => type).join(' ');
        assert.match(types, /^phase phase sources phase( token){0,5} done$/);
      }),
      { numRuns: 60 },
    );
  });
});

async function createSample(): Promise<World> {
  return createWorld([...INVOICES, LEASE], { names: NAMES });
}

async function fail(world: Pick<World, 'deps'>, question: Question) {
  return collectFailed(answerQuestion(question, world.deps, { signal: new AbortController().signal }));
}

async function answer(world: World, question: Question): Promise<AnswerEvent[]> {
  return collect(answerQuestion(question, world.deps, { signal: new AbortController().signal }));
}

function sourcesOf(events: readonly AnswerEvent[]) {
  const found = events.find((event) => event.type === 'sources');
  return found?.sources ?? assert.fail('there are no sources');
}

function tokensOf(events: readonly AnswerEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'token' ? event.text.trim() : []));
}

function doneOf(events: readonly AnswerEvent[]) {
  const done = events.find((event) => event.type === 'done');
  return done ?? assert.fail(`not done: ${JSON.stringify(events.at(-1))}`);
}
