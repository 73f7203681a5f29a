import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FoundPassages } from '../../src/ask/passages.ts';
import { StorageError, UnavailableError, UsageError } from '../../src/errors.ts';
import type { Answer } from '../../src/web/collect-answer.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createScriptedAnswers, QUOTATION, SOURCE, type Step } from '../fakes/scripted-answers.ts';
import { createTestApp, readError, readJson } from './create-test-app.ts';

const JSON_ONLY = { headers: { Accept: 'application/json' } };
const never = new Promise(() => {});
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('POST /api/ask', () => {
  it('streams the events in their order, unbuffered and uncompressed', async () => {
    const { post } = await createTestApp();
    const response = await post('/api/ask', { q: 'How much?' }, { headers: { 'Accept-Encoding': 'br, gzip' } });
    assert.equal(response.headers.get('Content-Type'), 'text/event-stream; charset=utf-8');
    assert.match(response.headers.get('Cache-Control') ?? '', /no-store/);
    assert.equal(response.headers.get('X-Accel-Buffering'), 'no');
    assert.equal(response.headers.get('Content-Encoding'), null);
    assert.deepEqual(namesOf(await response.text()), ['phase', 'sources', 'token', 'token', 'done']);
  });

  it('passes question and filters on, and takes the asker from nowhere else', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    const { post } = await createTestApp({ answers });
    const filters = { correspondent: 'Stadtwerke', tags: ['energie'], created_from: '2022-01-01' };
    await (await post('/api/ask', { q: ' How much? ', filters })).text();
    assert.deepEqual(answers.seen, [{ q: 'How much?', filters, history: undefined, ended: 'finished' }]);
    assert.equal((await post('/api/ask', { q: 'a', asker: { kind: 'user', name: 'anna' } })).status, 400);
  });

  it('answers with one object for who accepts only JSON', async () => {
    const { post } = await createTestApp();
    const response = await post('/api/ask', { q: 'How much?' }, JSON_ONLY);
    const answer = await readJson<Answer>(response);
    assert.equal(answer.answer, '> “Der Gesamtbetrag ist 1.252,36 EUR.” [1]');
    assert.deepEqual([answer.outcome, answer.sources.length, answer.citations.length], ['extractive', 2, 1]);
  });

  it('ends the stream with an error event that names the request', async () => {
    const error = { code: 'unavailable', message: 'nothing is indexed yet' };
    const answers = createScriptedAnswers(() => [
      { type: 'phase', name: 'searching' },
      new UnavailableError('index', error.message),
    ]);
    const { post } = await createTestApp({ answers });
    const response = await post('/api/ask', { q: 'a' }, { headers: { 'X-Request-Id': 'abc-1' } });
    const body = JSON.stringify({ error: { ...error, request_id: 'abc-1' } });
    assert.ok((await response.text()).endsWith(`event: error\ndata: ${body}\n\n`));
    const single = await post('/api/ask', { q: 'a' }, JSON_ONLY);
    assert.deepEqual([single.status, (await readError(single)).code], [503, 'unavailable']);
  });

  it('logs a failed answer as its class deserves', async () => {
    for (const [error, level] of [
      [new UsageError('m'), 'debug'],
      [new UnavailableError('ollama', 'm'), 'warn'],
      [new StorageError('m'), 'error'],
      [new TypeError('m'), 'error'],
    ] as const) {
      const levels: string[] = [];
      const note = (name: string) => (_: object, message: string) => {
        if (message.startsWith('request')) levels.push(name);
      };
      const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
      const { post } = await createTestApp({ log, answers: createScriptedAnswers(() => [error]) });
      await (await post('/api/ask', { q: 'a' })).text();
      await post('/api/ask', { q: 'a' }, JSON_ONLY);
      assert.deepEqual(levels, [level, level], error.name);
    }
  });

  it('hides what a bug says', async () => {
    const answers = createScriptedAnswers(() => [Promise.reject(new Error('secret text'))]);
    const { post } = await createTestApp({ answers });
    const text = await (await post('/api/ask', { q: 'a' })).text();
    assert.match(text, /^event: error\ndata: \{"error":\{"code":"internal"/);
    assert.ok(!text.includes('secret'));
  });

  it('stops answering when the client closes the connection', async () => {
    const answers = createScriptedAnswers(() => [...QUOTATION.slice(0, 3), never]);
    const { post } = await createTestApp({ answers, settings: { concurrency: 1 } });
    const reader = (await post('/api/ask', { q: 'a' })).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await settle();
    assert.equal(answers.seen[0]?.ended, 'aborted');
  });

  it('stops answering in JSON too, when the request is aborted', async () => {
    const answers = createScriptedAnswers(() => [never]);
    const { post } = await createTestApp({ answers });
    const abort = new AbortController();
    const response = post('/api/ask', { q: 'a' }, { ...JSON_ONLY, signal: abort.signal });
    while (answers.seen.length === 0) await settle();
    abort.abort();
    assert.equal((await response).status, 408);
    assert.equal(answers.seen[0]?.ended, 'aborted');
  });

  it('keeps a silent stream alive with comments', async () => {
    const clock = createManualClock();
    const answers = createScriptedAnswers(() => [{ type: 'phase', name: 'answering' }, never]);
    const { post } = await createTestApp({ answers, clock });
    const reader = (await post('/api/ask', { q: 'a' })).body?.getReader();
    await reader?.read();
    const next = reader?.read();
    clock.advance(10_000);
    assert.equal(new TextDecoder().decode((await next)?.value), ': still here\n\n');
    await reader?.cancel();
  });
});

describe('the line of questions', () => {
  it('says that a question waits, and answers it when its turn comes', async () => {
    const first = Promise.withResolvers<void>();
    const answers = createScriptedAnswers((q) => (q === 'first' ? [first.promise, ...QUOTATION] : QUOTATION));
    const { post } = await createTestApp({ answers, settings: { concurrency: 1 } });
    const running = post('/api/ask', { q: 'first' }, JSON_ONLY);
    const waiting = (await post('/api/ask', { q: 'second' })).text();
    first.resolve();
    assert.equal((await running).status, 200);
    assert.match(
      await waiting,
      /^event: phase\ndata: \{"name":"queued"\}\n\nevent: phase\ndata: \{"name":"searching"\}/,
    );
  });

  it('refuses when it is full, and says when to come back', async () => {
    const { post } = await createTestApp({ answers: endless(), settings: { concurrency: 1 } });
    for (let asked = 0; asked < 5; asked += 1) assert.equal((await post('/api/ask', { q: 'a' })).status, 200);
    const response = await post('/api/ask', { q: 'a' });
    assert.deepEqual([response.status, response.headers.get('Retry-After')], [429, '5']);
    assert.equal((await readError(response)).code, 'busy');
  });

  it('is left by who goes away, before or after their turn', async () => {
    const answers = endless();
    const { post } = await createTestApp({ answers, settings: { concurrency: 1 } });
    const responses = [];
    for (let asked = 0; asked < 5; asked += 1) responses.push(await post('/api/ask', { q: String(asked) }));
    // A stream goes on only while somebody reads it.
    const reading = responses[1]?.text();
    await responses[2]?.body?.cancel();
    await responses[0]?.body?.cancel();
    await settle();
    await settle();
    assert.deepEqual(
      answers.seen.map(({ q, ended }) => `${q} ${ended}`),
      ['0 aborted', '1 running'],
    );
    assert.equal((await post('/api/ask', { q: '5' })).status, 200);
    void reading;
  });
});

describe('POST /api/passages', () => {
  it('gives the ranked passages without an answer', async () => {
    const { post } = await createTestApp();
    const found = await readJson<FoundPassages>(await post('/api/passages', { q: 'Strom', limit: 3 }));
    assert.deepEqual(found, { hits: Array(3).fill({ ...SOURCE, text: 'Strom' }), mode: 'lexical' });
  });

  it('refuses limits that make no sense', async () => {
    const { post } = await createTestApp();
    for (const limit of [0, 51, 1.5, '3', null])
      assert.equal((await post('/api/passages', { q: 'a', limit })).status, 400);
  });
});

function endless() {
  const script: readonly Step[] = [{ type: 'phase', name: 'answering' }, never];
  return createScriptedAnswers(() => script);
}

function namesOf(stream: string): string[] {
  return [...stream.matchAll(/^event: (.*)$/gm)].map((match) => match[1] ?? '');
}
