import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parsePassagesRequest, parseQuestion } from '../../src/ask/question.ts';
import { UsageError } from '../../src/errors.ts';

describe('parseQuestion', () => {
  it('takes a question with filters and history', () => {
    const body = {
      q: 'And the year after?',
      filters: { correspondent: 'Brightline', tags: ['home'], created_from: '2024-02-29', created_to: '2024-02-29' },
      history: [{ q: 'How much was it?', answer: '> “EUR 46.33” [1]' }],
    };
    assert.deepEqual(parseQuestion(body), body);
  });

  it('takes blanks off the ends of a question', () => {
    assert.deepEqual(parseQuestion({ q: '  rent \n' }), { q: 'rent' });
  });

  it('replaces half a surrogate pair, which no store and no service can take', () => {
    assert.deepEqual(parseQuestion({ q: 'rent \ud83d' }), { q: 'rent \ufffd' });
  });

  it('takes 2,000 characters and refuses 2,001', () => {
    assert.equal(parseQuestion({ q: 'x'.repeat(2_000) }).q.length, 2_000);
    assert.deepEqual(refusal({ q: 'x'.repeat(2_001) }), ['q', 'q must not be longer than 2,000 characters']);
  });

  it('takes questions that look like a query language as plain text', () => {
    for (const q of ['"', 'NEAR(a b)', 'body:*', "'; DROP TABLE passages; --", '?!…', 'a OR NOT', '^rent', '{"q":1}']) {
      assert.equal(parseQuestion({ q }).q, q);
    }
  });

  const malformed: readonly (readonly [string, unknown, string | undefined, RegExp])[] = [
    ['a body that is no object', 'rent', undefined, /must be an object/],
    ['an array', [], undefined, /must be an object/],
    ['null', null, undefined, /must be an object/],
    ['no question', {}, 'q', /must be a text/],
    ['a question that is no text', { q: ['rent'] }, 'q', /must be a text/],
    ['an empty question', { q: '' }, 'q', /must not be empty/],
    ['a blank question', { q: ' \t\n' }, 'q', /must not be empty/],
    ['an unknown key', { q: 'a', scope: 'everything' }, 'scope', /known keys are q, filters, history/],
    ['filters that are no object', { q: 'a', filters: 'home' }, 'filters', /must be an object/],
    ['filters that are a list', { q: 'a', filters: [] }, 'filters', /must be an object/],
    ['filters that are null', { q: 'a', filters: null }, 'filters', /must be an object/],
    [
      'an unknown filter',
      { q: 'a', filters: { tag: 'home' } },
      'filters.tag',
      /known keys are correspondent, document_type/,
    ],
    ['a correspondent that is a number', { q: 'a', filters: { correspondent: 3 } }, 'filters.correspondent', /a name/],
    ['a blank correspondent', { q: 'a', filters: { correspondent: ' ' } }, 'filters.correspondent', /not be empty/],
    ['tags that are a text', { q: 'a', filters: { tags: 'home' } }, 'filters.tags', /a list of names/],
    ['a tag that is a number', { q: 'a', filters: { tags: ['a', 1] } }, 'filters.tags.1', /a name/],
    [
      'a day that does not exist',
      { q: 'a', filters: { created_to: '2024-02-30' } },
      'filters.created_to',
      /2024-02-29/,
    ],
    ['a German date', { q: 'a', filters: { created_from: '05.01.2024' } }, 'filters.created_from', /2024-02-29/],
    ['a date with a time', { q: 'a', filters: { created_from: '2024-01-05T00:00' } }, 'filters.created_from', /like/],
    ['a year zero date', { q: 'a', filters: { created_from: '0000-00-00' } }, 'filters.created_from', /like/],
    [
      'a range the wrong way round',
      { q: 'a', filters: { created_from: '2024-02-02', created_to: '2024-02-01' } },
      'filters.created_from',
      /after created_to/,
    ],
    ['history that is no list', { q: 'a', history: {} }, 'history', /a list/],
    ['a turn without an answer', { q: 'a', history: [{ q: 'b' }] }, 'history.0.answer', /a text/],
    ['a blank earlier question', { q: 'a', history: [{ q: ' ', answer: '' }] }, 'history.0.q', /not be empty/],
  ];
  for (const [what, body, field, message] of malformed) {
    it(`refuses ${what}`, () => {
      const [found, text] = refusal(body);
      assert.equal(found, field);
      assert.match(text, message);
    });
  }

  it('names every problem of one request', () => {
    const [, message] = refusal({ q: '', filters: { created_to: 'soon' } });
    assert.match(message, /^q must not be empty; filters\.created_to must be a date/);
  });

  it('either gives back the filters as they are or refuses them', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (filters) => {
        try {
          assert.deepEqual(parseQuestion({ q: 'a', filters }).filters, filters);
        } catch (error) {
          assert.ok(error instanceof UsageError);
        }
      }),
    );
  });
});

describe('parsePassagesRequest', () => {
  it('takes a limit from 1 to 50', () => {
    assert.deepEqual(parsePassagesRequest({ q: 'rent', limit: 50 }), { q: 'rent', limit: 50 });
  });

  for (const limit of [0, 51, -1, 1.5, '8', null, Number.NaN]) {
    it(`refuses the limit ${JSON.stringify(limit)}`, () => {
      assert.throws(() => parsePassagesRequest({ q: 'rent', limit }), { field: 'limit', message: /from 1 to 50/ });
    });
  }

  it('has no history', () => {
    assert.throws(() => parsePassagesRequest({ q: 'rent', history: [] }), { field: 'history' });
  });
});

function refusal(body: unknown): [string | undefined, string] {
  try {
    parseQuestion(body);
  } catch (error) {
    assert.ok(error instanceof UsageError);
    return [error.field, error.message];
  }
  return assert.fail('was not refused');
}
