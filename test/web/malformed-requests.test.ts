import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createScriptedAnswers, QUOTATION } from '../fakes/scripted-answers.ts';
import { createTestApp, readError } from './create-test-app.ts';

/** Bodies that are wrong, and the field that has to be named. */
const BODIES: readonly (readonly [body: unknown, field: string | undefined])[] = [
  ['', undefined],
  ['{', undefined],
  ['null', undefined],
  ['[]', undefined],
  ['"a question"', undefined],
  [{}, 'q'],
  [{ q: '' }, 'q'],
  [{ q: ' \n\t' }, 'q'],
  [{ q: 7 }, 'q'],
  [{ q: ['a'] }, 'q'],
  [{ q: 'a'.repeat(2_001) }, 'q'],
  [{ q: 'a', question: 'b' }, 'question'],
  [{ q: 'a', scope: {} }, 'scope'],
  // Looking for near names of a very long one took seconds.
  [{ q: 'a', filters: { correspondent: 'x'.repeat(60_000) } }, 'filters.correspondent'],
  [{ q: 'a', filters: { tags: Array.from({ length: 4_000 }, (_, n) => `${n}`) } }, 'filters.tags'],
  ...filterCases(),
];

describe('malformed questions', () => {
  for (const path of ['/api/ask', '/api/passages']) {
    it(`are refused by ${path} before anything is asked, with the field named`, async () => {
      const answers = createScriptedAnswers(() => QUOTATION);
      const { post } = await createTestApp({ answers });
      for (const [body, field] of BODIES) {
        const response = await post(path, body);
        const shown = JSON.stringify(body);
        assert.equal(response.status, 400, shown);
        assert.equal(response.headers.get('Content-Type'), 'application/json', shown);
        const error = await readError(response);
        assert.deepEqual([error.code, error.field], ['usage', field], shown);
        if (field !== undefined) assert.ok(error.message.includes(field), error.message);
      }
      assert.deepEqual(answers.seen, []);
    });
  }

  it('name the known filters beside an unknown one', async () => {
    const { post } = await createTestApp();
    const error = await readError(await post('/api/ask', { q: 'a', filters: { tag: 'b' } }));
    for (const known of ['correspondent', 'created_from', 'created_to', 'tags', 'document_type'])
      assert.ok(error.message.includes(known), error.message);
  });

  it('with an unknown name are refused with near ones, not queued and not widened', async () => {
    const answers = createScriptedAnswers(() => QUOTATION);
    const { post } = await createTestApp({ answers });
    const response = await post('/api/ask', { q: 'a', filters: { correspondent: 'Stadtwerk' } });
    const error = await readError(response);
    assert.deepEqual([response.status, error.field], [400, 'filters.correspondent']);
    assert.match(error.message, /did you mean "Stadtwerke"/);
    assert.deepEqual(answers.seen, []);
  });
});

function filterCases(): [body: unknown, field: string][] {
  const wrong: [filters: unknown, field: string][] = [
    [null, 'filters'],
    ['', 'filters'],
    [[], 'filters'],
    [{ corespondent: 'a' }, 'filters.corespondent'],
    [{ tag: 'a' }, 'filters.tag'],
    [{ correspondent: '' }, 'filters.correspondent'],
    [{ correspondent: '  ' }, 'filters.correspondent'],
    [{ correspondent: 3 }, 'filters.correspondent'],
    [{ correspondent: null }, 'filters.correspondent'],
    [{ document_type: ['a'] }, 'filters.document_type'],
    [{ tags: 'a' }, 'filters.tags'],
    [{ tags: { 0: 'a' } }, 'filters.tags'],
    [{ tags: ['a', 1] }, 'filters.tags.1'],
    [{ tags: [''] }, 'filters.tags.0'],
    [{ created_from: '2024-02-30' }, 'filters.created_from'],
    [{ created_from: '05.01.2024' }, 'filters.created_from'],
    [{ created_from: '2024-1-5' }, 'filters.created_from'],
    [{ created_from: '2024-01-05T00:00:00Z' }, 'filters.created_from'],
    [{ created_from: 20240105 }, 'filters.created_from'],
    [{ created_to: '' }, 'filters.created_to'],
    [{ created_to: '0000-00-00' }, 'filters.created_to'],
    [{ created_from: '2024-01-02', created_to: '2024-01-01' }, 'filters.created_from'],
  ];
  return wrong.map(([filters, field]) => [{ q: 'a', filters }, field]);
}
