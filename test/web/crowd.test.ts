import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerEvent } from '../../src/model.ts';
import type { Answer } from '../../src/web/collect-answer.ts';
import { QUOTATION, SOURCE, type Step } from '../fakes/scripted-answers.ts';
import { readJson } from './create-test-app.ts';
import { startServer, toPost, until } from './started-server.ts';

const never = new Promise(() => {});
const SLOW_READERS = 200;
const TOKEN = 'x'.repeat(100_000);

/** A long answer: more than the buffers of a connection whose reader keeps its window small. */
const LONG: readonly AnswerEvent[] = [
  {
    type: 'sources',
    sources: Array.from({ length: 12 }, () => ({ ...SOURCE, text: 'x'.repeat(8_000) })),
    proposed: [],
  },
  ...QUOTATION.slice(2),
];

describe('many at once', () => {
  it('serves others while 200 readers take nothing of their answers', async (context) => {
    const { ask, send, answers } = await startServer(context, (q) => (q === 'slow' ? LONG : QUOTATION));
    await Promise.all(Array.from({ length: SLOW_READERS }, () => send(toPost('/api/ask', '{"q":"slow"}'))));
    await until(() => answers.seen.length > 0 && answers.seen.every(({ ended }) => ended === 'finished'));
    const answer = await readJson<Answer>(await ask('quick', { accept: 'application/json' }));
    assert.equal(answer.outcome, 'extractive');
  });

  it('makes a bounded part of what 200 readers never take, cuts them off, and serves others', async (context) => {
    const gate = Promise.withResolvers<void>();
    let made = 0;
    function* endless(): Generator<Step> {
      yield gate.promise;
      for (;;) {
        made += TOKEN.length;
        yield { type: 'token', text: TOKEN };
      }
    }
    const script = (q: string): Iterable<Step> => (q === 'slow' ? endless() : QUOTATION);
    const { send, answers, ask, gauge } = await startServer(context, script, { stalledMs: 100 });
    await Promise.all(Array.from({ length: SLOW_READERS }, () => send(toPost('/api/ask', '{"q":"slow"}'))));
    while ((await gauge('waiting')) < 16);
    gate.resolve();
    while ((await gauge('running')) + (await gauge('waiting')) > 0);
    assert.deepEqual(
      [answers.seen.length, new Set(answers.seen.map(({ ended }) => ended))],
      [20, new Set(['aborted'])],
    );
    // What the system takes off our hands, some megabytes a connection, and a quarter of one of our own.
    assert.ok(made / answers.seen.length < 20_000_000, `${made / answers.seen.length} characters each`);
    assert.equal((await ask('quick', { accept: 'application/json' })).status, 200);
  });

  it('answers twenty of 100 simultaneous questions in turn, and tells the others when to come back', async (context) => {
    const { ask, answers } = await startServer(context, () => QUOTATION);
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, at) => ask(String(at), { accept: 'application/json' })),
    );
    const statuses = Map.groupBy(responses, ({ status }) => status);
    assert.deepEqual([...statuses.keys()].sort(), statuses.has(429) ? [200, 429] : [200]);
    for (const response of statuses.get(429) ?? []) assert.equal(response.headers.get('Retry-After'), '5');
    assert.ok((statuses.get(200)?.length ?? 0) >= 20);
    assert.equal(answers.seen.length, statuses.get(200)?.length);
  });

  it('lets passages wait in the same line', async (context) => {
    const gate = Promise.withResolvers<void>();
    const script = () => [gate.promise, ...QUOTATION];
    const { ask, gauge } = await startServer(context, script, { settings: { concurrency: 1 } });
    const running = ask('first', { accept: 'application/json' });
    while ((await gauge('running')) < 1);
    const waiting = Array.from({ length: 4 }, () => ask('second', { path: '/api/passages' }));
    while ((await gauge('waiting')) < 4);
    assert.equal((await ask('third', { path: '/api/passages' })).status, 429);
    gate.resolve();
    assert.equal((await running).status, 200);
    for (const response of await Promise.all(waiting)) assert.equal(response.status, 200);
  });
});

describe('a client that goes away', () => {
  const ANSWERING: readonly Step[] = [...QUOTATION.slice(0, 3), never];
  const PHASES: Readonly<Record<string, readonly Step[]>> = {
    'before the first event': [never],
    'while the archive is searched': [{ type: 'phase', name: 'searching' }, never],
    'after the sources': [...QUOTATION.slice(0, 2), never],
    'in the middle of the text': ANSWERING,
  };
  const REQUESTS: Readonly<Record<string, string>> = {
    'of a stream': toPost('/api/ask', '{"q":"a"}'),
    'of an answer in JSON': toPost('/api/ask', '{"q":"a"}', undefined, 'Accept: application/json\n'),
    'of the form': toPost('/', 'q=a', 'application/x-www-form-urlencoded'),
  };

  for (const [kind, request] of Object.entries(REQUESTS))
    for (const [phase, script] of Object.entries(PHASES))
      it(`stops the making ${kind} ${phase}, and leaves its place to others`, async (context) => {
        const { send, answers, ask } = await startServer(context, (q) => (q === 'a' ? script : QUOTATION), {
          settings: { concurrency: 1 },
        });
        const socket = await send(request);
        await until(() => answers.seen.length === 1);
        socket.destroy();
        await until(() => answers.seen[0]?.ended === 'aborted');
        assert.equal((await ask('b', { accept: 'application/json' })).status, 200);
      });

  it('leaves the line when it goes while it waits, by any route', async (context) => {
    const { send, answers, ask, gauge } = await startServer(context, (q) => (q === 'first' ? ANSWERING : QUOTATION), {
      settings: { concurrency: 1 },
    });
    const first = await send(toPost('/api/ask', '{"q":"first"}'));
    await until(() => answers.seen.length === 1);
    const requests = [...Object.values(REQUESTS), toPost('/api/passages', '{"q":"a"}')];
    const sockets = await Promise.all(requests.map(send));
    while ((await gauge('waiting')) < 4);
    for (const socket of sockets) socket.destroy();
    while ((await gauge('waiting')) > 0);
    first.destroy();
    assert.equal((await ask('b', { accept: 'application/json' })).status, 200);
    assert.deepEqual(
      answers.seen.map(({ q }) => q),
      ['first', 'b'],
    );
  });
});
