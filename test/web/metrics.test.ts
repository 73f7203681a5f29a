import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import { UnavailableError } from '../../src/errors.ts';
import { createMetrics } from '../../src/web/metrics.ts';
import { createMetricsRoutes } from '../../src/web/routes/metrics-routes.ts';
import { createWaitingLine } from '../../src/web/waiting-line.ts';
import { createManualClock } from '../fakes/manual-clock.ts';
import { createScriptedAnswers, QUOTATION } from '../fakes/scripted-answers.ts';
import { createTestApp } from './create-test-app.ts';

describe('createMetrics', () => {
  it('counts questions by kind and outcome', () => {
    const metrics = createMetrics();
    for (const outcome of ['extractive', 'answered', 'extractive']) metrics.countQuestion('answer', outcome);
    metrics.countQuestion('passages', 'found');
    assert.deepEqual(linesOf(metrics.render([]), 'questions_total'), [
      'paperless_ask_questions_total{kind="answer",outcome="extractive"} 2',
      'paperless_ask_questions_total{kind="answer",outcome="answered"} 1',
      'paperless_ask_questions_total{kind="passages",outcome="found"} 1',
    ]);
  });

  it('adds durations up in buckets that hold all smaller ones', () => {
    const metrics = createMetrics();
    for (const ms of [0, 5, 6, 1_000, 500_000]) metrics.observe('search', ms);
    const lines = linesOf(metrics.render([]), 'phase_seconds');
    const bucket = (le: string) => Number(lines.find((line) => line.includes(`le="${le}"`))?.split(' ')[1]);
    assert.deepEqual([bucket('0.005'), bucket('0.01'), bucket('1'), bucket('120'), bucket('+Inf')], [2, 3, 4, 4, 5]);
    assert.deepEqual(lines.slice(-2), [
      'paperless_ask_phase_seconds_sum{phase="search"} 501.011',
      'paperless_ask_phase_seconds_count{phase="search"} 5',
    ]);
  });

  it('is what Prometheus reads: a help and a type line before each family, a line break at the end', () => {
    const text = createMetrics().render([{ name: 'index_age_seconds', help: 'Age.', value: 1.5 }]);
    assert.ok(
      text.endsWith(
        '# HELP paperless_ask_index_age_seconds Age.\n# TYPE paperless_ask_index_age_seconds gauge\npaperless_ask_index_age_seconds 1.5\n',
      ),
    );
    for (const line of text.trimEnd().split('\n'))
      assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.]+)$/);
  });
});

describe('GET /metrics', () => {
  it('tells how questions ended, how long their phases took, and how old the index is', async () => {
    const answers = createScriptedAnswers((q) => (q === 'fails' ? [new UnavailableError('index', 'm')] : QUOTATION));
    const { request, post } = await createTestApp({ answers });
    const json = { headers: { Accept: 'application/json' } };
    await post('/api/ask', { q: 'a' }, json);
    await post('/api/ask', { q: 'fails' }, json);
    await post('/api/passages', { q: 'a' });
    const response = await request('/metrics');
    assert.equal(response.headers.get('Content-Type'), 'text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    for (const line of [
      'paperless_ask_questions_total{kind="answer",outcome="extractive"} 1',
      'paperless_ask_questions_total{kind="answer",outcome="unavailable"} 1',
      'paperless_ask_questions_total{kind="passages",outcome="found"} 1',
      'paperless_ask_phase_seconds_count{phase="total"} 1',
      'paperless_ask_phase_seconds_count{phase="queued"} 3',
      'paperless_ask_questions_running 0',
      'paperless_ask_questions_waiting 0',
      'paperless_ask_index_readable 1',
      'paperless_ask_index_documents 44',
      'paperless_ask_index_failed_documents 0',
      'paperless_ask_index_age_seconds 3600',
    ])
      assert.ok(text.split('\n').includes(line), line);
  });

  it('counts who is turned away and who goes', async () => {
    const answers = createScriptedAnswers(() => [{ type: 'phase', name: 'answering' }, new Promise(() => {})]);
    const { request, post } = await createTestApp({ answers, settings: { concurrency: 1 } });
    const streams = await Promise.all(Array.from({ length: 6 }, () => post('/api/ask', { q: 'a' })));
    const running = linesOf(await (await request('/metrics')).text(), 'questions_');
    assert.deepEqual(running, [
      'paperless_ask_questions_total{kind="answer",outcome="busy"} 1',
      'paperless_ask_questions_running 1',
      'paperless_ask_questions_waiting 4',
    ]);
    for (const stream of streams) await stream.body?.cancel();
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(linesOf(await (await request('/metrics')).text(), 'aborted')[0]?.endsWith(' 5'));
  });

  it('does not wait for an index that gives no answer, and says that it cannot be read', async () => {
    const timeout = new AbortController();
    const deps = {
      readStatus: () => new Promise<never>(() => {}),
      clock: createManualClock(),
      metrics: createMetrics(),
      line: createWaitingLine({ slots: 1, waiting: 1 }),
    };
    const app = new Hono().route(
      '/',
      createMetricsRoutes(deps, () => timeout.signal),
    );
    const response = app.request('/metrics');
    timeout.abort();
    assert.deepEqual(linesOf(await (await response).text(), 'index_'), ['paperless_ask_index_readable 0']);
  });
});

function linesOf(text: string, part: string): string[] {
  return text.split('\n').filter((line) => !line.startsWith('#') && line.includes(part));
}
